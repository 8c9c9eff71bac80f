// The module "meta". `Modules` is native and a variable of no other module.

class Meta {
  static eval(source) { Modules.compile(source).call() }

  static compile(source) { Modules.compile(source, false) }
  static compileExpression(source) { Modules.compile(source, true) }

  static getModuleVariables(name) { Modules.variables(name) }
}
