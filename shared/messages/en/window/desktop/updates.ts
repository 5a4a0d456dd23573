/** The preference of the daily check. */
export const checkUpdates = {
  label: 'Look for updates once a day',
  hint: 'Requests the list of the newest release and sends nothing else. Nothing is downloaded or installed without you.',
}

/** Labels and sentences of the updates dialog and of its notice in the status bar. */
export const updatesText = {
  title: 'Updates',
  open: 'Updates…',
  version: 'Version',
  channel: 'Release channel',
  channels: { stable: 'Stable', preview: 'Preview' },
  lastCheck: 'Last check',
  neverChecked: 'Not checked yet.',
  check: 'Check now',
  checking: 'Checking…',
  privacy:
    'A check requests the list of the newest release. Nothing else is sent: no version, no identifier, nothing of your accounts. The daily check can be turned off in Settings.',
  released: (day: string) => `Released ${day}`,
  download: (megabytes: number) => `Download (${megabytes} MB)`,
  downloading: (received: number, size: number) => `${received} of ${size} MB downloaded`,
  preparing: 'Unpacking the new version…',
  cancel: 'Cancel download',
  later: 'Later',
  ready: (version: string) =>
    `Version ${version} is ready. It is installed when you restart from here, never by itself.`,
  restart: (version: string) => `Restart into ${version}`,
  waits: 'The restart waits:',
  downloadPage: 'Open the download page',
  close: 'Close',
  badge: (version: string) => `Update ${version}`,
  badgeHint: 'A newer version is available. Opens what it changes.',
} as const
