import { readFileSync } from 'node:fs'

/** The names by which page and driver reach each other. */
export const SEND_BINDING = 'standInSend'
export const DELIVER_FUNCTION = 'standInDeliver'

/**
 * Returns the script that runs in a page before its own: the product's preload, with a stand-in for
 * Electron's modules, and the observation of real input.
 * @param preload the file of the bundled preload
 */
export const pageScript = (preload: string): string =>
  `(${installInPage.toString()})(${JSON.stringify(SEND_BINDING)}, ${JSON.stringify(DELIVER_FUNCTION)}, ` +
  `(require, window) => {${readFileSync(preload, 'utf8')}\n})`

/** Runs in the page; it uses nothing from outside. */
function installInPage(
  sendBinding: string,
  deliverFunction: string,
  preload: (require: (name: string) => unknown, window: unknown) => void,
): void {
  // A frame of another document, such as the blank page before the first, has no preload.
  if (window !== window.top || location.protocol !== 'https:') return
  const global = globalThis as unknown as Record<string, unknown>
  const send = global[sendBinding] as (text: string) => void
  // The page sees neither function of the stand-in.
  delete global[sendBinding]
  const post = (message: object): void => send(JSON.stringify(message))

  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >()
  const listeners = new Map<string, (event: object, argument: unknown) => void>()
  const ports = new Map<number, MessagePort>()
  let lastId = 0

  const ipcRenderer = {
    invoke: (channel: string, payload: unknown) =>
      new Promise((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        post({ kind: 'invoke', id: lastId, channel, payload })
      }),
    on: (channel: string, listener: (event: object, argument: unknown) => void) => {
      listeners.set(channel, listener)
    },
  }
  const contextBridge = {
    exposeInMainWorld: (name: string, api: object) =>
      Object.defineProperty(window, name, { value: Object.freeze({ ...api }) }),
  }

  /** Makes the page's end of a port of main. */
  const portOf = (id: number): MessagePort => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
      post({ kind: 'port', port: id, data }),
    )
    port1.start()
    ports.set(id, port1)
    return port2
  }

  interface Delivered {
    kind: string
    id: number
    value: unknown
    error: string
    channel: string
    argument: unknown
    ports: number[]
    port: number
    data: unknown
  }
  const deliver: Record<string, (message: Delivered) => void> = {
    reply: ({ id, value }) => {
      waiting.get(id)?.resolve(value)
      waiting.delete(id)
    },
    failed: ({ id, error }) => {
      waiting.get(id)?.reject(new Error(error))
      waiting.delete(id)
    },
    message: ({ channel, argument, ports: ids }) =>
      listeners.get(channel)?.({ ports: ids.map(portOf) }, argument),
    port: ({ port, data }) => ports.get(port)?.postMessage(data),
    'port-closed': ({ port }) => ports.get(port)?.close(),
  }
  Object.defineProperty(window, deliverFunction, {
    value: (message: Delivered) => deliver[message.kind]?.(message),
  })

  const pointers: Record<string, Record<string, string>> = {
    pointerdown: { mouse: 'mouseDown', pen: 'mouseDown', touch: 'touchStart' },
    pointerup: { mouse: 'mouseUp', pen: 'mouseUp', touch: 'touchEnd' },
  }
  for (const [name, types] of Object.entries(pointers)) {
    window.addEventListener(
      name,
      (event) => {
        const { isTrusted, pointerType, clientX, clientY, button } = event as PointerEvent
        const type = types[pointerType]
        if (!isTrusted || type === undefined) return
        post({ kind: 'input', input: { type, x: clientX, y: clientY, button } })
      },
      true,
    )
  }
  for (const [name, type] of [
    ['keydown', 'keyDown'],
    ['keyup', 'keyUp'],
  ] as const) {
    window.addEventListener(
      name,
      (event) => {
        if (!event.isTrusted) return
        const { key, repeat, isComposing, ctrlKey, altKey, shiftKey, metaKey } = event
        const modifiers = { control: ctrlKey, alt: altKey, shift: shiftKey, meta: metaKey }
        const input = { type, key, isAutoRepeat: repeat, isComposing, ...modifiers }
        post({ kind: 'input', input })
      },
      true,
    )
  }

  post({ kind: 'document', url: location.href })
  let title = ''
  const reportTitle = (): void => {
    if (document.title === title) return
    title = document.title
    post({ kind: 'title', title })
  }
  new MutationObserver(reportTitle).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  })
  window.addEventListener('load', () => {
    reportTitle()
    requestAnimationFrame(() => requestAnimationFrame(() => post({ kind: 'ready' })))
  })

  // The page's origin is a stand-in too: the preload names that of the product.
  const ownWindow = {
    postMessage: (message: unknown, _origin: string, transfer: Transferable[]) =>
      window.postMessage(message, window.origin, transfer),
  }
  preload((name) => (name === 'electron' ? { contextBridge, ipcRenderer } : undefined), ownWindow)
}
