// biome-ignore-all lint/suspicious/noTemplateCurlyInString: messages have such places
/** Mistakes in ready-made sentences. */
/** A request without a mistake. */
export const get = 'When I send GET /';

/** Steps with a mistake that lint finds as well, and the message of the run. */
export const mistakes: readonly (readonly [steps: string, message: string])[] = [
  [`${get}\nThen $.id is \${id}`, 'Nothing is remembered as "id".'],
  [`${get}\nThen the bytes of the body are "0"`, 'Bytes have two hexadecimal digits each,'],
  [
    'Given I set the header X-Name to "ü \u20ac"',
    'The header "X-Name" cannot be sent: its value contains "\u20ac" (U+20AC), which headers cannot',
  ],
  [
    'Given I set the headers:\n| X-Name | a |\n| X Name | a |',
    'The header "X Name" cannot be sent: this is not a name of a header.',
  ],
  [
    'Given I set the header content-length to 5',
    'The header "content-length" cannot be sent: the harness states the length of the body that it',
  ],
  [
    'Given I set the header Transfer-Encoding to "gzip"',
    'The header "Transfer-Encoding" cannot be sent: its last coding must be "chunked", since',
  ],
  ['Given I remember the bytes 7 as "a"', 'Bytes have two hexadecimal digits each,'],
  ['Given I remember the file "a.png" as "a"', 'The file "a.png" cannot be read: no such file'],
  ['Given I remember {} without $ as "a"', '"$" is not a member of the body.'],
  [
    'When I send GET / for up to 1 second until I send GET /',
    '"I send GET /" is not a ready-made sentence that',
  ],
  ['When I send POST / as a/b with:\n"""\n{\n"""', 'The JSON cannot be read:'],
  ['When I send GET /${header:ETag}', 'There is no answer yet:'],
  ['Given I set the header Cookie to "a=${cookie:a}"', 'There is no answer yet:'],
  ['Then the status is 200', 'There is no answer yet: no step before this one has received one.'],
  [
    `${get}\nWhen the next request breaks off after 1 byte\nAnd I send PUT /\${unique} with {}\nThen the status is 200`,
    'There is no answer yet: no step before this one has received one.',
  ],
  [`${get}\nThen $.id is {"a": tru}`, 'The JSON cannot be read: Unexpected token'],
  [
    `${get}\nThen the body matches:\n"""\n{"a": }\n"""`,
    'The JSON cannot be read: Unexpected token',
  ],
  [
    `${get}\nThen $.id is "#int"`,
    '"#int" is not a type of patterns. The types are #string, #integer,',
  ],
  [
    `${get}\nThen $.id is {"a": ["#every"]}`,
    'In an array, "#every" must be followed by one pattern',
  ],
  [
    `${get}\nThen $.id is ["#either", 1]`,
    'In an array, "#either" must be followed by two or more patterns',
  ],
  [
    `${get}\nThen one of these holds:\n| the status is 200 | I send GET / |`,
    '"I send GET /" is not a ready-made sentence that',
  ],
  [`${get}\nThen $.id is "#/(/"`, 'Invalid regular expression: /(/: Unterminated group.'],
  [`${get}\nThen $[?(@.a] is present`, '"$[?(@.a]" is not a JSONPath:'],
  [`${get}\nThen $.a matches /(/`, 'Invalid regular expression: /(/: Unterminated group.'],
  ['When I send GET /\n"""\n{}\n"""', 'The sentence must have nothing below it.'],
  ['When I send POST / with:', 'The sentence must have a text below it.'],
  ['When I send POST / with the form:\n"""\na\n"""', 'The sentence must have a table below it.'],
  [
    'When I send GET / with the query:\n| a |',
    'The table must have two columns: a name and its value.',
  ],
  ['Given I use the credential token', 'has no credential "token".'],
  [
    `${get}\nAnd I remember $ as "unique"`,
    'The name "unique" cannot be used: ${unique} has a value in every scenario.',
  ],
  [`${get}\nAnd I clean up with DELETE /todos`, 'DELETE /todos could delete data of others'],
  [`${get}\nThen the answer conforms to the OpenAPI description`, 'names no OpenAPI description'],
  [
    `${get}\nThen whether I send GET / is recorded`,
    '"I send GET /" is not a ready-made sentence that',
  ],
  ['When I send POST / with ${unique} without $', '"$" is not a member of the body.'],
  ['When I ask for GET /', 'The step "I ask for GET /" has 0 definitions and must have one.'],
  [`${get}\nThen $.id is \${$[}`, '"$[" is not a JSONPath:'],
  [`${get}\nThen whether $.id is "#int" is recorded`, '"#int" is not a type of patterns.'],
  [
    `${get}\nAnd I remember $ as "all"\nThen \${all} is "#int"`,
    '"#int" is not a type of patterns.',
  ],
];

/** Mistakes that only a run can find. */
export const laterMistakes: readonly (readonly [steps: string, message: string])[] = [
  [
    'When the next request breaks off after 2 bytes\nAnd I send POST /todos with {}',
    'POST /todos cannot break off after 2 bytes: its body has 2 bytes.',
  ],
  [
    'When the next request breaks off after 1 byte\nAnd I send GET /todos',
    'GET /todos cannot break off after 1 byte: its body has 0 bytes.',
  ],
  [
    'Given I remember "abcd" repeated 16777217 times as "long"',
    '67108868 bytes are too many; 67108864 are possible.',
  ],
  ['When I send POST / with {} in which $.a.b is 1', '"$.a.b" is not a member of the body.'],
  ['When I send GET /${parameter:limit}', 'The suite has no value for the parameter "limit".'],
];
