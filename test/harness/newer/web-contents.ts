import { EventEmitter } from 'node:events'
import type { StandInWindow } from './browser-window.js'
import type { DriverLink } from './driver-link.js'
import type { Area, FromPage, PageInput, ToPage } from './messages.js'
import type { StandInPort } from './message-ports.js'
import { StandInImage } from './images.js'
import type { StandInSession } from './sessions.js'

/** Answers the invokes of pages. */
export type InvokeHandler = (event: object, payload: unknown) => Promise<unknown>

/** What all contents share. */
export interface ContentsDeps {
  readonly link: DriverLink
  readonly handlers: ReadonlyMap<string, InvokeHandler>
  readonly capture: (window: number, area: Area) => Promise<Uint8Array>
  readonly onPointer: (place: { readonly x: number; readonly y: number }) => void
}

const BUTTONS = ['leftbuttondown', 'middlebuttondown', 'rightbuttondown']

/** The page of a window, with the members and the events of the shipped Electron. */
export class StandInContents extends EventEmitter {
  readonly id: number
  readonly session: StandInSession
  readonly zoomFactor = 1
  readonly #window: StandInWindow
  readonly #deps: ContentsDeps
  readonly #ports = new Map<number, StandInPort>()
  #url = ''
  #isCrashed = false

  constructor(window: StandInWindow, session: StandInSession, deps: ContentsDeps) {
    super()
    this.id = window.id
    this.session = session
    this.#window = window
    this.#deps = deps
  }

  getURL(): string {
    return this.#url
  }

  isDestroyed(): boolean {
    return this.#window.isDestroyed()
  }

  isCrashed(): boolean {
    return this.#isCrashed
  }

  load(url: string): void {
    this.#url = url
    this.#begin()
    this.#deps.link.send({ kind: 'load', window: this.id, url })
  }

  reload(): void {
    this.#begin()
    this.#deps.link.send({ kind: 'reload', window: this.id })
  }

  setWindowOpenHandler(): void {
    // A page of the stand-in opens no window: the driver has no other page for it.
  }

  postMessage(channel: string, argument: unknown, transfer: readonly StandInPort[] = []): void {
    const ports = transfer.map((port) => {
      this.#ports.set(port.portId, port)
      port.attach({
        post: (data) => this.#send({ kind: 'port', port: port.portId, data }),
        close: () => {
          this.#ports.delete(port.portId)
          this.#send({ kind: 'port-closed', port: port.portId })
        },
      })
      return port.portId
    })
    this.#send({ kind: 'message', channel, argument, ports })
  }

  /** Presses or releases a key; the character between has no effect of its own here. */
  sendInputEvent({ type, keyCode }: { readonly type: string; readonly keyCode: string }): void {
    if (type !== 'keyDown' && type !== 'keyUp') return
    const isDown = type === 'keyDown'
    this.#deps.link.send({ kind: 'key', window: this.id, isDown, key: keyCode })
  }

  async capturePage(area: Area): Promise<StandInImage> {
    return StandInImage.ofPng(await this.#deps.capture(this.id, area))
  }

  /** Passes on what the page sent. */
  receive(message: FromPage): void {
    switch (message.kind) {
      case 'document':
        return this.#begin()
      case 'ready':
        this.emit('did-finish-load', {})
        return void this.#window.emit('ready-to-show', {})
      case 'title':
        return this.#window.onPageTitle(message.title)
      case 'invoke':
        return void this.#answer(message.id, message.channel, message.payload)
      case 'port':
        return this.#ports.get(message.port)?.fromPage(message.data)
      case 'input':
        return this.#onInput(message.input)
    }
  }

  /** The process of the page ended. */
  onGone(): void {
    this.#isCrashed = true
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
  }

  /** A new document begins: the ports of the one before are lost. */
  #begin(): void {
    this.#isCrashed = false
    const lost = [...this.#ports.values()]
    this.#ports.clear()
    this.emit('did-start-loading', {})
    this.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false, url: this.#url })
    for (const port of lost) port.lose()
  }

  async #answer(id: number, channel: string, payload: unknown): Promise<void> {
    const handler = this.#deps.handlers.get(channel)
    const senderFrame = { url: this.#url, parent: null, origin: 'app://desk', detached: false }
    try {
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      const value = await handler({ sender: this, senderFrame }, payload)
      this.#send({ kind: 'reply', id, value })
    } catch (error) {
      this.#send({ kind: 'failed', id, error: String(error) })
    }
  }

  #onInput(input: PageInput): void {
    if ('key' in input) {
      this.emit('before-input-event', { preventDefault: () => undefined }, { ...input, code: '' })
      this.emit(
        'input-event',
        {},
        { type: input.type === 'keyDown' ? 'rawKeyDown' : 'keyUp', modifiers: [] },
      )
      return
    }
    const { x, y } = this.#window.getContentBounds()
    this.#deps.onPointer({ x: x + input.x, y: y + input.y })
    const name = BUTTONS[input.button]
    const modifiers = input.type === 'mouseDown' && name !== undefined ? [name] : []
    // The system gives the focus to the window that is pressed on.
    if (input.type === 'mouseDown') this.#window.focus()
    this.emit('input-event', {}, { type: input.type, modifiers })
  }

  #send(message: ToPage): void {
    if (this.isDestroyed()) return
    this.#deps.link.send({ kind: 'send', window: this.id, text: JSON.stringify(message) })
  }
}
