import { PORT_MESSAGE } from '../../../shared/ipc/channels.js'
import type { Surface } from '../../../shared/ipc/entry.js'
import type { Reply } from '../../../shared/ipc/envelope.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import { TOPIC_SURFACES, zStreamRequest, type StreamRequest } from '../../../shared/ipc/streams.js'
import { trustedSurface, type SenderEvent } from '../ipc/sender-check.js'
import { Batches } from './batches.js'
import { serveStream, type StreamHostOptions, type StreamPort } from './stream-host.js'
import { WindowChannel } from './window-channel.js'
import { message } from '../../../shared/messages/make-message.js'

const MAX_STREAMS_PER_WINDOW = 64

/** The part of a window that a stream needs. */
export interface StreamSender {
  readonly id: number
  postMessage(channel: string, message: unknown, transfer: readonly unknown[]): void
  once(event: 'destroyed' | 'render-process-gone', listener: () => void): unknown
  on(event: 'did-start-loading', listener: () => void): unknown
}

/** Makes a connected pair of ports: ours and the page's. */
export type MakePorts = () => { readonly ours: StreamPort; readonly theirs: unknown }

/** A page's request to open a stream. */
export interface StreamEvent extends SenderEvent {
  readonly sender: StreamSender
}

type StreamReply = Reply<{ id: string }>

const refused = (error: AppError): StreamReply => ({ ok: false, error })

/**
 * Opens streams for pages: with the sender checks of invokes, one port and a limit per window, and
 * an end when the page goes away.
 */
export class StreamGate {
  readonly #options: StreamHostOptions
  readonly #makePorts: MakePorts
  /** The channel of each window, by the id of its contents; null while it has none. */
  readonly #channels = new Map<number, WindowChannel | null>()

  constructor(options: Omit<StreamHostOptions, 'batches'>, makePorts: MakePorts) {
    this.#options = { ...options, batches: new Batches(options.timers) }
    this.#makePorts = makePorts
  }

  /** Checks a request and opens its stream; every refusal is a reply. */
  open(event: StreamEvent, payload: unknown): StreamReply {
    const surface = trustedSurface(event, this.#options.senders)
    if (surface === null) {
      return refused(appError('ipc/not-allowed', message('ipc.streamPageNotAllowed')))
    }
    const request = zStreamRequest.safeParse(payload)
    if (!request.success) {
      return refused(appError('ipc/invalid-input', message('ipc.streamWrongShape')))
    }
    if (!mayListen(surface, request.data)) {
      return refused(appError('ipc/not-allowed', message('ipc.streamNotAllowed')))
    }
    const channel = this.#channelOf(event.sender, request.data.channel)
    if (channel.has(request.data.id)) {
      return refused(appError('ipc/invalid-input', message('ipc.streamWrongShape')))
    }
    if (channel.size >= MAX_STREAMS_PER_WINDOW) {
      return refused(
        appError('ipc/busy', message('ipc.streamsTooMany'), { retry: { afterMs: 1_000 } }),
      )
    }
    const { id, topics } = request.data
    serveStream(channel.open(id), topics, { ...this.#options, batches: channel })
    return { ok: true, value: { id } }
  }

  /** Sends every window at once what waits for the next batch, before the computer sleeps. */
  flush(): void {
    for (const channel of this.#channels.values()) channel?.flush()
  }

  /**
   * Returns the window's channel of this name. Another name means that the page has lost the one
   * before; a channel ends when its page is loaded again or goes away.
   */
  #channelOf(sender: StreamSender, id: string): WindowChannel {
    this.#follow(sender)
    const known = this.#channels.get(sender.id) ?? null
    if (known?.id === id && !known.isClosed) return known
    known?.close()
    const { ours, theirs } = this.#makePorts()
    const channel = new WindowChannel(id, ours, this.#options)
    this.#channels.set(sender.id, channel)
    sender.postMessage(PORT_MESSAGE, id, [theirs])
    return channel
  }

  /** Closes the window's channel with its page. */
  #follow(sender: StreamSender): void {
    if (this.#channels.has(sender.id)) return
    this.#channels.set(sender.id, null)
    const close = (): void => this.#channels.get(sender.id)?.close()
    sender.on('did-start-loading', close)
    sender.once('render-process-gone', close)
    sender.once('destroyed', () => {
      close()
      this.#channels.delete(sender.id)
    })
  }
}

/** True when every topic of the request may be shown in windows of this kind. */
const mayListen = (surface: Surface, { topics }: StreamRequest): boolean =>
  topics.every(({ kind }) => (TOPIC_SURFACES[kind] as readonly Surface[]).includes(surface))
