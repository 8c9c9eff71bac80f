Feature: Texts of every kind
  Names, e-mail addresses and descriptions are texts (§2). Their characters are stored and
  returned unchanged, at the beginning as well as at the end of a name. Two texts share a row, one at each
  end; when something is wrong, each is judged alone.

  @last
  Scenario Outline: Every kind of text comes back from a create and an update of a <resource>
    Given a shared <resource>
    Then a <resource> created with each of these texts, and then updated to another, shows it again:
      | kind                       | text                                                               |
      | capitals and small letters | "Ada LOVELACE"                                                     |
      | blanks                     | "  two  "                                                          |
      | letters of Europe          | "Zoë Ångström, Ελλάδα"                                             |
      | letters of many scripts    | "Привет, 日本語, ไทย"                                                 |
      | beyond the first plane     | "🎉 👩‍👩‍👧 𝒳 𐍈"                                                      |
      | combined and precomposed   | "e\\u0301 \\u00e9, \\u212b \\u00c5, \\u1112\\u1161\\u11ab \\ud55c" |
      | from right to left         | "שלום, مرحبا, \\u202eabc\\u202c"                                   |
      | rare blanks                | "a\\u00a0b\\u200bc\\u2028d\\u3000e"                                |
      | quotes                     | "\"double\" 'single'"                                              |
      | more quotes                | "`back` “curly”"                                                   |
      | backslashes and slashes    | "\\\\ \\\\\\\\ \\\\n \\\\u0041 / \\/"                              |
      | control characters         | "\\u0001 \\b \\f \\u001b \\u007f \\u0085"                          |
      | line ends and tabs         | "\\r\\n \\n \\r \\t"                                               |
      | HTML                       | "<b>bold</b> &amp;"                                                |
      | a script in HTML           | "<script>a()</script>"                                             |
      | SQL                        | "' \|\| 'x' \|\| ' -- ; % _"                                       |
      | statements of SQL          | "=1 OR 1=1;DROP TABLE t/*x*/"                                      |
      | a query and a URL          | "?id=1&a=b#c https://x.y/?d+e"                                     |
      | paths                      | "../../etc/passwd C:\\\\x ./a//b"                                  |
      | more markup                | "<!-- x --><p class='a'>&lt;"                                      |
      | an event in markup         | "]]><img src=x onerror=a()>"                                       |
      | placeholders               | "? ?1 :n @n $1 {0} #{x} %%"                                        |
      | more placeholders          | "%s %d %(x) ${x} {{x}}"                                            |
      | percent signs and pluses   | "100%25 50%20 a+b %00 %"                                           |
      | JSON                       | "{\"name\": null}, [1]"                                            |
      | a byte order mark          | "\\ufeff"                                                          |

    @req:users.fields.any-text
    Examples: users
      | resource |
      | user     |

    @req:products.fields.any-text
    Examples: products
      | resource |
      | product  |

  @last @req:users.fields.any-text
  Scenario: An e-mail address with blanks at its ends is stored unchanged or rejected
    When a client creates a user whose e-mail address has blanks at its ends
    Then it is stored as it was sent, if it was accepted

  @last @req:users.fields.any-text
  Scenario Outline: An e-mail address that begins with <beginning> is stored unchanged or rejected
    Given a shared user
    When a client creates another user whose e-mail address begins with <beginning>
    Then it is stored as it was sent, if it was accepted
    And the list shows it as it was sent, if it was accepted

    Examples:
      | beginning                    |
      | "o'hara' OR '1'='1"          |
      | "<b>&amp;</b>"               |
      | "../?a=b&c=%20d+"            |

  @last
  Scenario Outline: A <member> of <length> characters is stored completely or rejected
    Given a shared <resource>
    When a client creates another <resource> whose <member> has <length> characters
    Then it is stored as it was sent, if it was accepted
    And the list shows it as it was sent, if it was accepted

    @req:users.fields.long-text
    Examples: users
      | resource | member         | length |
      | user     | name           | 300    |
      | user     | name           | 65536  |
      | user     | e-mail address | 300    |

    @req:products.fields.long-text
    Examples: products
      | resource | member      | length |
      | product  | name        | 300    |
      | product  | description | 300    |
      | product  | description | 65536  |

  @late
  Scenario Outline: A <member> that an update brings to <length> characters is stored completely or rejected
    Given a <resource>
    When a client updates the <resource> to a <member> of <length> characters
    Then it is stored as it was sent, if it was accepted

    @req:users.fields.long-text
    Examples: users
      | resource | member         | length |
      | user     | name           | 300    |
      | user     | name           | 65536  |
      | user     | e-mail address | 300    |

    @req:products.fields.long-text
    Examples: products
      | resource | member      | length |
      | product  | name        | 300    |
      | product  | description | 300    |
      | product  | description | 65536  |
