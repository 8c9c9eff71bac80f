[].push(1) // expect runtime error: List does not implement 'push(_)'.
