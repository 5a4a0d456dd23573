/**
 * Switches that would expose the program to others; a packaged program refuses to start with any of
 * them (SEC-13).
 */
const DANGEROUS: readonly string[] = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'inspect',
  'inspect-brk',
  'inspect-wait',
  'inspect-port',
  'inspect-publish-uid',
  'debug',
  'debug-brk',
  'debug-port',
  'require',
  'r',
  'import',
  'interactive',
  'i',
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
  'disable-extensions-except',
  'js-flags',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'browser-subprocess-path',
  'allow-insecure-localhost',
  'unsafely-treat-insecure-origin-as-secure',
  'disable-site-isolation-trials',
]

/** A slash begins a switch on Windows only; elsewhere it begins a path. */
const SWITCH = /^--?([a-z][a-z0-9-]*)(?:=(.*))?$/i
const WINDOWS_SWITCH = /^(?:--?|\/)([a-z][a-z0-9-]*)(?:=(.*))?$/i

/**
 * Returns the dangerous switches of a command line; names are compared in lower case, values
 * ignored.
 */
export function dangerousSwitches(
  argv: readonly string[],
  platform: NodeJS.Platform,
): readonly string[] {
  const syntax = platform === 'win32' ? WINDOWS_SWITCH : SWITCH
  return argv.flatMap((argument) => {
    const match = syntax.exec(argument)
    const name = match?.[1]?.toLowerCase()
    if (name === undefined) return []
    if (name === 'password-store' && match?.[2]?.toLowerCase() === 'basic') {
      return ['password-store']
    }
    return DANGEROUS.includes(name) ? [name] : []
  })
}
