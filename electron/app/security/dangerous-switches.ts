/**
 * Switches that would expose the program to others; a packaged program refuses to start with any of
 * them (SEC-13).
 */
const DANGEROUS: readonly string[] = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'inspect-publish-uid',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'host-resolver-rules',
  'host-rules',
  'proxy-server',
  'proxy-pac-url',
  'disable-web-security',
  'no-sandbox',
  'disable-sandbox',
  'disable-setuid-sandbox',
  'allow-file-access-from-files',
  'load-extension',
  'js-flags',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'allow-insecure-localhost',
  'unsafely-treat-insecure-origin-as-secure',
  'disable-site-isolation-trials',
]

/**
 * Returns the dangerous switches of a command line; names are compared in lower case, values
 * ignored.
 */
export function dangerousSwitches(argv: readonly string[]): readonly string[] {
  return argv.flatMap((argument) => {
    const match = /^--?([a-z][a-z0-9-]*)(?:=(.*))?$/i.exec(argument)
    const name = match?.[1]?.toLowerCase()
    if (name === undefined) return []
    if (name === 'password-store' && match?.[2]?.toLowerCase() === 'basic') {
      return ['password-store']
    }
    return DANGEROUS.includes(name) ? [name] : []
  })
}
