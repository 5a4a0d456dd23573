/**
 * Switches that would expose the program to others; a packaged program refuses to start with any of
 * them (SEC-13).
 */
const DANGEROUS: ReadonlySet<string> = new Set([
  // Others control the windows, or this process.
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-targets',
  'remote-debugging-socket-name',
  'remote-allow-origins',
  'enable-ui-devtools',
  'ui-devtools-connection-port',
  'auto-open-devtools-for-tabs',
  'custom-devtools-frontend',
  'enable-automation',
  'test-type',
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-wait',
  'inspect-port',
  'inspect-publish-uid',
  'experimental-network-inspection',
  'debug',
  'debug-brk',
  'debug-port',
  // Other code is loaded, or other programs are started.
  'require',
  'r',
  'import',
  'loader',
  'experimental-loader',
  'eval',
  'e',
  'print',
  'p',
  'interactive',
  'i',
  'env-file',
  'env-file-if-exists',
  'experimental-config-file',
  'experimental-default-config-file',
  'experimental-sea-config',
  'openssl-config',
  'openssl-shared-config',
  'js-flags',
  'load-extension',
  'load-component-extension',
  'load-and-launch-app',
  'disable-extensions-except',
  'register-pepper-plugins',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'zygote-cmd-prefix',
  'ppapi-plugin-launcher',
  'plugin-launcher',
  'gpu-launcher',
  'browser-subprocess-path',
  // Connections lead elsewhere, or their protection is weaker.
  'host-resolver-rules',
  'host-rules',
  'proxy-server',
  'proxy-pac-url',
  'proxy-auto-detect',
  'proxy-bypass-list',
  'testing-fixed-http-port',
  'testing-fixed-https-port',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'ignore-urlfetcher-cert-requests',
  'allow-insecure-localhost',
  'allow-running-insecure-content',
  'unsafely-treat-insecure-origin-as-secure',
  'cipher-suite-blacklist',
  'cipher-suite-denylist',
  'ssl-version-min',
  'ssl-version-max',
  'openssl-legacy-provider',
  'tls-cipher-list',
  'tls-min-v1.0',
  'tls-min-v1.1',
  'tls-max-v1.2',
  'insecure-http-parser',
  'use-openssl-ca',
  'use-system-ca',
  'auth-server-allowlist',
  'auth-server-whitelist',
  'auth-negotiate-delegate-allowlist',
  'auth-negotiate-delegate-whitelist',
  // What is sent, or is in memory, is written to a file.
  'ssl-key-log-file',
  'tls-keylog',
  'trace-tls',
  'log-net-log',
  'net-log-capture-mode',
  'log-file',
  'dns-log-details',
  'trace-startup',
  'trace-startup-file',
  'trace-config-file',
  'enable-tracing',
  'enable-tracing-output',
  'trace-event-categories',
  'heap-prof',
  'cpu-prof',
  'heapsnapshot-signal',
  'heapsnapshot-near-heap-limit',
  'report-on-signal',
  'report-on-fatalerror',
  'report-uncaught-exception',
  'diagnostic-dir',
  'enable-crash-reporter',
  'full-memory-crash-report',
  // Pages are less isolated from each other, from files, or from the system.
  'disable-web-security',
  'reduce-security-for-testing',
  'no-sandbox',
  'no-zygote',
  'no-zygote-sandbox',
  'single-process',
  'in-process-gpu',
  'disable-sandbox',
  'disable-setuid-sandbox',
  'disable-gpu-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-namespace-sandbox',
  'allow-sandbox-debugging',
  'allow-third-party-modules',
  'allow-file-access',
  'allow-file-access-from-files',
  'disable-site-isolation-trials',
  'disable-site-isolation-for-policy',
  'bypasscsp-schemes',
  'secure-schemes',
  'cors-schemes',
  'fetch-schemes',
  'enable-blink-test-features',
  'expose-internals-for-testing',
  'run-web-tests',
])

/** Switches that are dangerous with one value only. */
const DANGEROUS_VALUES: Readonly<Record<string, string>> = {
  'password-store': 'basic',
  'enable-logging': 'file',
}

/** A slash begins a switch on Windows only; elsewhere it begins a path. */
const SWITCH = /^--?([a-z][\w.-]*)(?:=(.*))?$/is
const WINDOWS_SWITCH = /^(?:--?|\/)([a-z][\w.-]*)(?:=(.*))?$/is

/**
 * Returns the dangerous switches of a command line. Names are compared in lower case and with
 * hyphens, because Chromium ignores their case and Node reads `_` as `-`.
 */
export function dangerousSwitches(
  argv: readonly string[],
  platform: NodeJS.Platform,
): readonly string[] {
  const syntax = platform === 'win32' ? WINDOWS_SWITCH : SWITCH
  return argv.flatMap((argument) => {
    const match = syntax.exec(argument)
    const name = match?.[1]?.toLowerCase().replaceAll('_', '-')
    if (name === undefined) return []
    const value = DANGEROUS_VALUES[name]
    const isDangerous =
      value === undefined ? DANGEROUS.has(name) : match?.[2]?.toLowerCase() === value
    return isDangerous ? [name] : []
  })
}
