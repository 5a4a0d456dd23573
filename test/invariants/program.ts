import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from './sources.js'

const host: ts.ParseConfigFileHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'))
  },
}

/** Returns the parsed content of a `tsconfig.json` of the project. */
export function configOf(path: string): ts.ParsedCommandLine {
  const parsed = ts.getParsedCommandLineOfConfigFile(join(ROOT, path), {}, host)
  if (parsed === undefined) throw new Error(`${path} cannot be read`)
  return parsed
}

/**
 * Creates a compiler program over the given files, some of which are virtual.
 * @param virtual absolute path → text
 */
export function programOf(
  options: ts.CompilerOptions,
  files: readonly string[],
  virtual: Readonly<Record<string, string>> = {},
): ts.Program {
  const disk = ts.createCompilerHost(options)
  const compilerHost: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => path in virtual || disk.fileExists(path),
    readFile: (path) => virtual[path] ?? disk.readFile(path),
    getSourceFile: (path, settings, ...rest) => {
      const text = virtual[path]
      return text === undefined
        ? disk.getSourceFile(path, settings, ...rest)
        : ts.createSourceFile(path, text, settings, true)
    },
  }
  return ts.createProgram([...files, ...Object.keys(virtual)], options, compilerHost)
}
