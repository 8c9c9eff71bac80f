import { describe, expect, it } from 'vitest';
import type {
  AssignmentExpression,
  CallExpression,
  ClassStatement,
  FieldExpression,
  ForStatement,
  FunctionNode,
  ImportStatement,
  LocalVariable,
  MapExpression,
  MethodNode,
  ReturnStatement,
  SuperCallExpression,
  VariableExpression,
  VariableStatement,
} from '../../../interpreter/resolve/resolved-ast.js';
import { diagnose, findAll, resolveText } from './resolve-text.js';

const variablesOf = (text: string) =>
  findAll<VariableStatement>(resolveText(text), 'variable').map(({ variable }) => variable);

/** Kind and name of the variable of each use. */
const usesIn = (text: string) =>
  findAll<VariableExpression>(resolveText(text), 'variable-value').map(({ variable }) =>
    variable.kind === 'module-variable' ? `module ${variable.name}` : `local ${variable.id}`,
  );

const functionsIn = (text: string) => findAll<FunctionNode>(resolveText(text), 'function');

describe('module variables', () => {
  it('are in the order of first use', () => {
    const { variables } = resolveText('var a = Fn.new { B }\nvar c\nclass B {}');
    expect(variables.map(({ name }) => name)).toEqual(['B', 'a', 'c']);
  });

  it('are implicit if they are core classes', () => {
    const { variables, implicitVariables } = resolveText('System.print(List)\nList\nvar a = 1');
    expect(implicitVariables.map(({ name }) => name)).toEqual(['System', 'List']);
    expect(variables.map(({ name }) => name)).toEqual(['a']);
  });

  it('know whether they are assigned', () => {
    const { variables } = resolveText('var a = 1\nvar b = 1\nFn.new { b = 2 }');
    expect(variables.map(({ assigned }) => assigned)).toEqual([false, true]);
  });
});

describe('local variables', () => {
  it('are visible from their declaration on', () => {
    const [outer, inner] = variablesOf('{\nvar a = 1\n{\nvar a = a\na\n}\na\n}') as LocalVariable[];
    const uses = usesIn('{\nvar a = 1\n{\nvar a = a\na\n}\na\n}');
    expect(uses).toEqual([outer, inner, outer].map((variable) => `local ${variable?.id}`));
  });

  it('shadow module variables', () => {
    expect(usesIn('var a\n{\na\nvar a\na\n}\na')).toEqual(['module a', 'local 1', 'module a']);
  });

  it('are captured when an inner function uses them', () => {
    const text = '{\nvar a\nvar b\nFn.new {\nvar c\na\nc\n}\nb\n}';
    expect(variablesOf(text)).toMatchObject([
      { name: 'a', captured: true },
      { name: 'b', captured: false },
      { name: 'c', captured: false },
    ]);
  });

  it('know whether they are assigned', () => {
    expect(variablesOf('{\nvar a = 1\nvar b\nb = a\n}')).toMatchObject([
      { name: 'a', assigned: false },
      { name: 'b', assigned: true },
    ]);
  });

  it('of a loop are not visible in its sequence', () => {
    const [loop] = findAll<ForStatement>(resolveText('{\nvar i = [1]\nfor (i in i) i\n}'), 'for');
    const [inSequence, inBody] = usesIn('{\nvar i = [1]\nfor (i in i) i\n}');
    expect(inBody).toBe(`local ${loop?.variable.id}`);
    expect(inSequence).not.toBe(inBody);
  });
});

describe('methods', () => {
  it('cannot use local variables around their class', () => {
    expect(diagnose('{\nvar A = 1\nclass B {\nfoo { A }\n}\n}')).toMatchObject([
      { code: 'undefinedVariable', line: 4, near: "'A'" },
    ]);
  });

  it('share their variables with their blocks', () => {
    const text = 'class A {\nfoo(a) {\nFn.new { a }\n}\n}';
    const [, method] = functionsIn(text);
    expect(method?.parameters).toMatchObject([{ name: 'a', captured: true }]);
  });

  it('call methods of `this` by lower-case names that are not variables', () => {
    const [call] = findAll<CallExpression>(resolveText('class A {\nfoo { bar(1) }\n}'), 'call');
    expect(call).toMatchObject({ receiver: { kind: 'this' }, signature: 'bar(_)', line: 2 });
  });
});

describe('functions', () => {
  it('are labelled as in a stack trace', () => {
    const text = `class A {
      construct new(a) {}
      get { a.each {|x| x } }
      set=(v) { v.map { 1 }.where(1) { 2 } }
      [i] { i }
      -{ 1 }
      static make() { 1 }
    }`;
    expect(functionsIn(text).map(({ label }) => label)).toEqual([
      '(script)',
      'init new(_)',
      'get',
      'each(_) block argument',
      'set=(_)',
      'map(_) block argument',
      'where(_,_) block argument',
      '[_]',
      '-',
      'make()',
    ]);
  });

  it('return the value of a body that is an expression', () => {
    expect(functionsIn('Fn.new { 1 }')[1]?.body).toMatchObject([
      { kind: 'return', value: { value: 1 } },
    ]);
    expect(functionsIn('Fn.new {\n1\n}')[1]?.body).toMatchObject([
      { kind: 'expression-statement' },
    ]);
    expect(functionsIn('Fn.new {}')[1]?.body).toEqual([]);
  });

  it('of constructors return nothing', () => {
    const [, initializer] = functionsIn('class A {\nconstruct new() { 1 }\n}');
    expect(initializer).toMatchObject({ role: 'initializer' });
    expect(initializer?.body).toMatchObject([{ kind: 'expression-statement' }]);
  });

  it('know their first lines', () => {
    expect(functionsIn('\nFn.new {\n1\n}\n')).toMatchObject([{ line: 1 }, { line: 2 }]);
  });
});

describe('fields', () => {
  it('belong to the class of the method, in the order of first use', () => {
    const text = 'class A {\nfoo { _b + _a }\nbar { _b = _c }\n}';
    const [statement] = findAll<ClassStatement>(resolveText(text), 'class');
    expect(statement?.fields).toEqual(['b', 'a', 'c']);
    const fields = findAll<FieldExpression>(resolveText(text), 'field');
    expect(fields.map(({ name }) => name)).toEqual(['b', 'a', 'b', 'c']);
    expect(new Set(fields.map(({ classId }) => classId))).toEqual(new Set([statement?.id]));
  });

  it('of a nested class are separate', () => {
    const text = 'class A {\nfoo {\nclass B {\nbar { _x }\n}\n_x\n}\n}';
    const classes = findAll<ClassStatement>(resolveText(text), 'class');
    const fields = findAll<FieldExpression>(resolveText(text), 'field');
    expect(fields.map(({ classId }) => classId)).toEqual([classes[1]?.id, classes[0]?.id]);
  });

  it('that are static are variables around the class', () => {
    const module = resolveText(
      'class A {\nstatic a { __x = 1 }\nb { Fn.new { __x } }\nc { __y }\n}',
    );
    const [statement] = findAll<ClassStatement>(module, 'class');
    expect(statement?.staticFields).toMatchObject([
      { name: '__x', assigned: true, captured: true },
      { name: '__y', assigned: false, captured: true },
    ]);
    const uses = findAll<VariableExpression>(module, 'variable-value');
    const [x, y] = statement?.staticFields ?? [];
    expect(uses.filter(({ variable }) => variable === x)).toHaveLength(2);
    expect(uses.filter(({ variable }) => variable === y)).toHaveLength(1);
  });
});

describe('super', () => {
  const superCalls = (text: string) =>
    findAll<SuperCallExpression>(resolveText(text), 'super-call');

  it('takes the name of the enclosing method', () => {
    const text =
      'class A {\nfoo(a) { Fn.new { super(1, 2) } }\nbar { super }\nbaz=(v) { super(v) }\n}';
    expect(superCalls(text).map(({ signature }) => signature)).toEqual([
      'foo(_,_)',
      'bar',
      'baz(_)',
    ]);
  });

  it('runs an initializer only in a constructor, without a name', () => {
    const text =
      'class A {\nconstruct new() {\nsuper(1)\nsuper.foo\n}\nstatic bar { super.baz = 1 }\n}';
    expect(superCalls(text)).toMatchObject([
      { signature: 'new(_)', isInitializer: true, isStatic: false, line: 3 },
      { signature: 'foo', isInitializer: false, isStatic: false, line: 4 },
      { signature: 'baz=(_)', isInitializer: false, isStatic: true, line: 6 },
    ]);
  });
});

describe('classes', () => {
  it('know their methods by signature and type', () => {
    const text = 'foreign class A {\nconstruct new() {}\nforeign static a(b)\nc { 1 }\n}';
    const methods = findAll<MethodNode>(resolveText(text), 'method');
    expect(methods).toMatchObject([
      { signature: 'new()', type: 'constructor', foreign: false },
      { signature: 'a(_)', type: 'static', foreign: true, function: undefined, line: 3 },
      { signature: 'c', type: 'instance', foreign: false },
    ]);
  });

  it('may have an instance and a static method of the same signature', () => {
    expect(diagnose('class A {\na {}\nstatic a {}\nconstruct b() {}\nb() {}\n}')).toEqual([]);
  });

  it('without attributes have no empty list', () => {
    const [statement] = findAll<ClassStatement>(resolveText('#a\nclass A {}'), 'class');
    expect(statement?.attributes).toBeUndefined();
  });

  it('are created on the line of their superclass', () => {
    const [statement] = findAll<ClassStatement>(
      resolveText('\nclass A is Num\n.Foo[0] {\n}'),
      'class',
    );
    expect(statement?.line).toBe(3);
  });
});

describe('imports', () => {
  const text = 'import "a" for B, C as D\n{\nimport "b"\nimport "a" for E\n}';

  it('list each module once', () => {
    expect(resolveText(text).imports).toEqual(['a', 'b']);
  });

  it('bind variables of the module or of a block', () => {
    const bindings = findAll<ImportStatement>(resolveText(text), 'import').flatMap((statement) =>
      statement.bindings.map(({ name, variable }) => `${name} ${variable.kind} ${variable.name}`),
    );
    expect(bindings).toEqual(['B module-variable B', 'C module-variable D', 'E local-variable E']);
  });
});

describe('expressions', () => {
  it('have the lines on which Wren reports errors', () => {
    const calls = findAll<CallExpression>(resolveText('Num\n.foo(\n1 +\n2)\n.bar'), 'call');
    expect(calls.map(({ signature, line }) => `${signature} ${line}`)).toEqual([
      'bar 5',
      'foo(_) 4',
      '+(_) 4',
    ]);
  });

  it('have a line for each entry of a map', () => {
    const [map] = findAll<MapExpression>(resolveText('var a = {\n1: 2,\n3:\n4\n}'), 'map');
    expect(map).toMatchObject({ entries: [{ line: 2 }, { line: 4 }], line: 5 });
  });

  it('assign to variables and fields only', () => {
    const text = 'class A {\nfoo {\n_a = 1\n__b = 2\nc = 3\n}\n}';
    const assignments = findAll<AssignmentExpression>(resolveText(text), 'assignment');
    expect(assignments.map(({ target }) => target.kind)).toEqual(['field', 'variable-value']);
  });

  it('may be a whole module, which returns the value', () => {
    const [statement] = findAll<ReturnStatement>(resolveText('\n1 +\n2', true), 'return');
    expect(statement).toMatchObject({ value: { kind: 'call', signature: '+(_)' }, line: 3 });
  });
});

describe('a return at the top level', () => {
  it('is allowed anywhere outside of functions, with and without a value', () => {
    const text = 'if (true) {\nreturn\n}\nfor (i in 1..2) return i\nreturn\n';
    const returns = findAll<ReturnStatement>(resolveText(text), 'return');
    expect(returns.map(({ value }) => value?.kind)).toEqual([
      undefined,
      'variable-value',
      undefined,
    ]);
  });
});

describe('errors of all stages', () => {
  it('are in the order of the text, undefined variables last', () => {
    const text = 'nobody\nFn.new {|a, a| 1 }\n"\\q"\nFn.new {\nbreak\n1 2\n}\nFn.new {|b, b| 1 }';
    expect(diagnose(text).map(({ code, line }) => `${line} ${code}`)).toEqual([
      '2 variableDeclared',
      '3 invalidEscapeCharacter',
      '5 breakOutsideLoop',
      '6 expectNewlineAfterStatement',
      '8 variableDeclared',
      '1 undefinedVariable',
    ]);
  });
});
