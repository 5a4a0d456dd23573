/**
 * Returns the path of the file that a rule reads, relative to the folder in which the linter runs,
 * with `/` also on Windows.
 * @param {{ readonly filename: string, readonly cwd: string }} context
 */
export const projectPath = ({ filename, cwd }) =>
  filename.slice(cwd.length + 1).replaceAll('\\', '/')
