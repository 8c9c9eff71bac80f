// The module "meta". The class `Modules` is native and visible in this module only.

class Meta {
  static eval(source) {
    Modules.compile(source).call()
  }

  static compile(source) { Modules.compile(source, false) }
  static compileExpression(source) { Modules.compile(source, true) }

  static getModuleVariables(name) { Modules.variables(name) }
}
