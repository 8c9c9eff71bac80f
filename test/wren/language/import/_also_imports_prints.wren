import "./_prints"
