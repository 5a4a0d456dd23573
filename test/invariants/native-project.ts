import { join } from 'node:path'
import { API, type Project } from 'typescript-native/unstable/sync'
import { ROOT } from './sources.js'

/** A project of the native compiler, which checks several times faster than the JavaScript one. */
export interface NativeProject {
  readonly project: Project
  close(): void
}

/**
 * Opens a project with the options of the root `tsconfig.json` over the given files only.
 * @param files absolute paths
 * @param virtual absolute path → text, for files that are not on the disk
 */
export function openNativeProject(
  files: readonly string[],
  virtual: Readonly<Record<string, string>>,
): NativeProject {
  const config = join(ROOT, 'tsconfig.chosen-files.json')
  const texts: Readonly<Record<string, string>> = {
    ...virtual,
    [config]: JSON.stringify({
      extends: './tsconfig.json',
      compilerOptions: { incremental: false },
      files: [...files, ...Object.keys(virtual)],
      include: [],
    }),
  }
  const api = new API({
    cwd: ROOT,
    fs: {
      // Undefined means the file on the disk.
      readFile: (path) => texts[path],
      fileExists: (path) => (path in texts ? true : undefined),
    },
  })
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (project === undefined) throw new Error('the native compiler opened no project')
  return { project, close: () => api.close() }
}
