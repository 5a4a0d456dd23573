import type { Disposer } from '../../../shared/domain/brand.js'
import { PORT_MESSAGE } from '../../../shared/ipc/channels.js'
import type { Surface } from '../../../shared/ipc/entry.js'
import type { Reply } from '../../../shared/ipc/envelope.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import { TOPIC_SURFACES, zStreamRequest, type StreamRequest } from '../../../shared/ipc/streams.js'
import { trustedSurface, type SenderEvent } from '../ipc/sender-check.js'
import { Batches } from './batches.js'
import { serveStream, type StreamHostOptions, type StreamPort } from './stream-host.js'
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
 * Opens streams for pages: with the sender checks of invokes, a limit per window, and an end when
 * the page goes away.
 */
export class StreamGate {
  readonly #options: StreamHostOptions
  readonly #makePorts: MakePorts
  /** The open streams of each window, by the id of its contents. */
  readonly #open = new Map<number, Set<Disposer>>()

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
    const streams = this.#streamsOf(event.sender)
    if (streams.size >= MAX_STREAMS_PER_WINDOW) {
      return refused(
        appError('ipc/busy', message('ipc.streamsTooMany'), { retry: { afterMs: 1_000 } }),
      )
    }
    this.#serve(event.sender, request.data, streams)
    return { ok: true, value: { id: request.data.id } }
  }

  #serve(sender: StreamSender, { id, topics }: StreamRequest, streams: Set<Disposer>): void {
    const { ours, theirs } = this.#makePorts()
    const stop = serveStream(ours, topics, this.#options)
    streams.add(stop)
    ours.on('close', () => void streams.delete(stop))
    sender.postMessage(PORT_MESSAGE, id, [theirs])
  }

  /** Returns the open streams of a window; they end when its page is loaded again or goes away. */
  #streamsOf(sender: StreamSender): Set<Disposer> {
    const known = this.#open.get(sender.id)
    if (known) return known
    const streams = new Set<Disposer>()
    this.#open.set(sender.id, streams)
    const closeAll = (): void => {
      for (const stop of streams) stop()
      streams.clear()
    }
    sender.on('did-start-loading', closeAll)
    sender.once('render-process-gone', closeAll)
    sender.once('destroyed', () => {
      closeAll()
      this.#open.delete(sender.id)
    })
    return streams
  }
}

/** True when every topic of the request may be shown in windows of this kind. */
const mayListen = (surface: Surface, { topics }: StreamRequest): boolean =>
  topics.every(({ kind }) => (TOPIC_SURFACES[kind] as readonly Surface[]).includes(surface))
