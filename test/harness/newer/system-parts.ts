import { EventEmitter } from 'node:events'
import { fork } from 'node:child_process'

/** The only display: as large as those of the other window tests. */
const DISPLAY = {
  id: 1,
  scaleFactor: 1,
  bounds: { x: 0, y: 0, width: 1_600, height: 1_000 },
  workArea: { x: 0, y: 0, width: 1_600, height: 1_000 },
}

/** `screen` of the shipped Electron, with the place of the last press as the cursor's. */
export class StandInScreen extends EventEmitter {
  cursor = { x: 0, y: 0 }

  getPrimaryDisplay = (): typeof DISPLAY => DISPLAY
  getAllDisplays = (): (typeof DISPLAY)[] => [DISPLAY]
  getCursorScreenPoint = (): { x: number; y: number } => this.cursor
}

/** `clipboard` of the shipped Electron, which answers with promises. */
export class StandInClipboard {
  #text = ''
  items: readonly StandInClipboardItem[] = []

  writeText(text: string): Promise<void> {
    this.#text = text
    return Promise.resolve()
  }

  readText(): Promise<string> {
    return Promise.resolve(this.#text)
  }

  write(items: readonly StandInClipboardItem[]): Promise<void> {
    this.items = items
    return Promise.resolve()
  }
}

export class StandInClipboardItem {
  readonly content: Readonly<Record<string, Blob>>

  constructor(content: Readonly<Record<string, Blob>>) {
    this.content = content
  }

  get types(): string[] {
    return Object.keys(this.content)
  }
}

const KEY = 0x5a
const TAG = Buffer.from('v11')

const swapped = (data: Uint8Array): Buffer => Buffer.from(data.map((byte) => byte ^ KEY))

/** `safeStorage` of the shipped Electron, without its deprecated synchronous functions. */
export class StandInKeyStore {
  readonly #hasKeyring: boolean

  constructor(hasKeyring: boolean) {
    this.#hasKeyring = hasKeyring
  }

  /** Also without a keyring: a fixed key is the last resort of the shipped Electron. */
  isAsyncEncryptionAvailable = (): Promise<boolean> => Promise.resolve(true)

  getSelectedStorageBackend = (): string => (this.#hasKeyring ? 'gnome_libsecret' : 'basic_text')

  encryptStringAsync = (text: string): Promise<Buffer> =>
    Promise.resolve(Buffer.concat([TAG, swapped(Buffer.from(text))]))

  decryptStringAsync(data: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    if (!data.subarray(0, TAG.length).equals(TAG)) return Promise.reject(new Error('not encrypted'))
    const result = swapped(data.subarray(TAG.length)).toString()
    return Promise.resolve({ result, shouldReEncrypt: false })
  }
}

/** `Notification` of the shipped Electron; its listeners get everything in the event. */
export class StandInNotification extends EventEmitter {
  static shown: StandInNotification[] = []
  readonly title: string
  readonly body: string

  constructor({ title, body }: { readonly title: string; readonly body: string }) {
    super()
    this.title = title
    this.body = body
  }

  static isSupported = (): boolean => true

  show(): void {
    StandInNotification.shown.push(this)
    this.emit('show', {})
  }

  close(): void {
    this.emit('close', { reason: 'applicationHidden' })
  }
}

/** `Tray` of the shipped Electron. */
export class StandInTray extends EventEmitter {
  setToolTip(): void {}
  setContextMenu(): void {}
  setImage(): void {}
  destroy(): void {}
}

/** `globalShortcut` of the shipped Electron. */
export const standInShortcuts = {
  register: (): boolean => true,
  unregister: (): void => undefined,
}

/** `powerMonitor` of the shipped Electron. */
export class StandInPower extends EventEmitter {
  getSystemIdleTime = (): number => 0
}

/** Answers questions as a person who changes nothing. */
export const standInDialogs = {
  showMessageBox: ({ cancelId = 0 }: { readonly cancelId?: number }) =>
    Promise.resolve({ response: cancelId, checkboxChecked: false }),
  showSaveDialog: () => Promise.resolve({ canceled: true, filePath: '' }),
  showOpenDialog: () => Promise.resolve({ canceled: true, filePaths: [] as string[] }),
  showErrorBox: (_title: string, content: string): void => void process.stderr.write(content),
}

/** A utility process: plain Node with a channel. */
class StandInUtility extends EventEmitter {
  readonly #child: ReturnType<typeof fork>

  constructor(bundle: string, args: readonly string[]) {
    super()
    const stdio = ['ignore' as const, 'pipe' as const, 'pipe' as const, 'ipc' as const]
    this.#child = fork(bundle, args, { execArgv: [], stdio })
    this.#child.on('message', (message) => this.emit('message', message))
    this.#child.on('exit', (code) => this.emit('exit', code ?? 1))
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get stdout(): NodeJS.ReadableStream | null {
    return this.#child.stdout
  }

  get stderr(): NodeJS.ReadableStream | null {
    return this.#child.stderr
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object)
  }

  kill(): boolean {
    return this.#child.kill()
  }
}

/** `utilityProcess` of the shipped Electron. */
export const standInUtilities = {
  fork: (bundle: string, args: readonly string[]) => new StandInUtility(bundle, args),
}
