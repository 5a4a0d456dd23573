import { createSenderRegistry } from '../../../electron/app/ipc/sender-registry.js'
import { StreamGate, type StreamSender } from '../../../electron/app/streams/stream-gate.js'
import type { StreamPort } from '../../../electron/app/streams/stream-host.js'
import type { TimerPort } from '../../../electron/core/ports.js'
import { valueFeed } from '../../../electron/handlers/feeds.js'
import { FramePacer } from '../../../renderer/bridge/frame-pacer.js'
import { createOpenStream, type OpenStream } from '../../../renderer/bridge/stream.js'
import { WindowChannel } from '../../../renderer/bridge/window-channel.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { epochMs } from '../../../shared/domain/time.js'
import { APP_ORIGIN, PORT_MESSAGE } from '../../../shared/ipc/channels.js'
import type { Topic, TopicKind } from '../../../shared/ipc/streams.js'

const FRAME_MS = 1_000 / 60

/** Virtual time in which everything of main and of its windows is a task. */
export class TaskTime {
  now = 0
  #tasks: { readonly time: number; readonly run: () => void }[] = []

  after(delayMs: number, run: () => void): Disposer {
    const task = { time: this.now + delayMs, run }
    this.#tasks.push(task)
    return () => {
      this.#tasks = this.#tasks.filter((other) => other !== task)
    }
  }

  /** Runs every task until then, each with the promises that it settles. */
  async passTo(time: number): Promise<void> {
    for (;;) {
      const due = this.#tasks.filter((task) => task.time <= time)
      const [next] = due.toSorted((a, b) => a.time - b.time)
      if (next === undefined) break
      this.#tasks.splice(this.#tasks.indexOf(next), 1)
      this.now = Math.max(this.now, next.time)
      next.run()
      for (let turn = 0; turn < 6; turn += 1) await Promise.resolve()
    }
    this.now = time
  }
}

/** The tasks of one page: none runs while the page is busy. */
export class PageTime {
  readonly #time: TaskTime
  busyUntil = 0

  constructor(time: TaskTime) {
    this.#time = time
  }

  get now(): number {
    return this.#time.now
  }

  after(delayMs: number, run: () => void): Disposer {
    let isOver = false
    let cancel: Disposer = () => undefined
    const attempt = (): void => {
      if (isOver) return
      const wait = this.busyUntil - this.#time.now
      if (wait <= 0) return run()
      if (wait === Number.POSITIVE_INFINITY) return
      cancel = this.#time.after(wait, attempt)
    }
    cancel = this.#time.after(delayMs, attempt)
    return () => {
      isOver = true
      cancel()
    }
  }
}

type Listener = (event: { data: unknown }) => void

/** A connected pair of ports. Messages arrive in order, each `delay()` ms after the one before. */
function portPair(
  main: Pick<TaskTime, 'now' | 'after'>,
  page: PageTime,
  delay: () => number,
  isLost: () => boolean,
) {
  const endOf = (time: Pick<TaskTime, 'now' | 'after'>) => ({
    time,
    listener: (() => undefined) as Listener,
    onClose: () => undefined as void,
    free: 0,
  })
  let isOpen = true
  const [ours, theirs] = [endOf(main), endOf(page)]
  const post = (to: ReturnType<typeof endOf>, message: unknown): void => {
    if (!isOpen) return
    const data: unknown = structuredClone(message)
    to.free = Math.max(to.free, main.now) + delay()
    to.time.after(to.free - main.now, () => {
      if (isOpen) to.listener({ data })
    })
  }
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    ours.onClose()
    theirs.onClose()
  }
  const mainPort: StreamPort = {
    postMessage: (message) => {
      if (!isLost()) post(theirs, message)
    },
    on: (event: 'message' | 'close', listener: never) => {
      if (event === 'message') ours.listener = listener
      else ours.onClose = listener
    },
    start: () => undefined,
    close,
  }
  const pagePort = {
    postMessage: (message: unknown) => post(ours, message),
    addEventListener: (event: string, listener: never) => {
      if (event === 'message') theirs.listener = listener
      else theirs.onClose = listener
    },
    start: () => undefined,
    close,
  }
  return { ours: mainPort, theirs: pagePort as unknown as MessagePort }
}

/** Main with figures that one price changes together, and windows that show some of them. */
export class WindowFixture {
  readonly time = new TaskTime()
  /** The price of this moment; every topic has it. */
  price = 0
  /** The messages from main to windows that are lost, counted from the next one. */
  lose = 0
  readonly #changed = createEmitter<void>()
  readonly #replaced = createEmitter<void>()
  readonly #senders = createSenderRegistry()
  readonly #gate: StreamGate
  readonly #delay: () => number
  #pages = 0
  #theirs: MessagePort | null = null
  /** The page whose request is handled. */
  #requesting = new PageTime(this.time)

  constructor(delay: () => number) {
    this.#delay = delay
    const { time } = this
    const timers: TimerPort = {
      after: (ms, run) => time.after(ms, run),
      every: (ms, run) => {
        let cancel: Disposer = () => undefined
        const repeat = (): void => {
          cancel = time.after(ms, () => {
            run()
            repeat()
          })
        }
        repeat()
        return () => cancel()
      },
    }
    this.#gate = new StreamGate(
      {
        senders: this.#senders,
        clock: { now: () => epochMs(time.now), monotonic: () => time.now },
        timers,
        log: { event: () => undefined },
        feedOf: () =>
          Promise.resolve(
            valueFeed(
              () => this.price,
              (changed) => this.#changed.add(changed),
            ),
          ),
        onFeedsReplaced: (listener) => this.#replaced.add(listener),
      },
      () => {
        const ports = portPair(time, this.#requesting, delay, () => (this.lose -= 1) === 0)
        this.#theirs = ports.theirs
        return ports
      },
    )
  }

  /** Changes the price; everything that follows it is out of date at once. */
  move(): void {
    this.price += 1
    this.#changed.emit()
  }

  /** Begins another session, whose figures are others. */
  switchSession(): void {
    this.price += 1_000
    this.#replaced.emit()
  }

  openWindow(): ShownWindow {
    this.#pages += 1
    const page = new PageTime(this.time)
    const id = this.#pages
    const frame = { url: `${APP_ORIGIN}/index.html`, origin: APP_ORIGIN, parent: null }
    let onPort: (message: unknown, port: MessagePort) => void = () => undefined
    const gone = createEmitter<void>()
    const loading = createEmitter<void>()
    const sender = {
      id,
      mainFrame: frame,
      postMessage: (_channel: string, channelId: unknown) => {
        const port = this.#theirs
        page.after(this.#delay(), () => {
          if (port !== null) onPort({ kind: PORT_MESSAGE, id: channelId }, port)
        })
      },
      once: (_event: string, listener: () => void) => gone.add(listener),
      on: (_event: string, listener: () => void) => loading.add(listener),
    }
    this.#senders.add(id, 'main')
    const channel = new WindowChannel(
      {
        openStream: (request) =>
          new Promise((resolve) => {
            this.time.after(this.#delay(), () => {
              this.#requesting = page
              const reply = this.#gate.open(
                { sender: sender as unknown as StreamSender, senderFrame: frame } as never,
                request,
              )
              page.after(this.#delay(), () => resolve(reply))
            })
          }),
      },
      {
        onPort: (listener) => {
          onPort = listener
        },
        newId: () => `window-${id}-${(this.#pages += 1)}`,
        after: (ms, run) => page.after(ms, run),
        reportError: (error) => {
          throw error
        },
      },
    )
    return new ShownWindow(page, channel, {
      newId: () => `stream-${id}-${(this.#pages += 1)}`,
      end: () => {
        page.busyUntil = Number.POSITIVE_INFINITY
        gone.emit()
      },
      beginLoading: () => loading.emit(),
    })
  }
}

interface WindowParts {
  newId(): string
  end(): void
  beginLoading(): void
}

/** A visible window: what it shows of each topic, and what its frames have shown. */
export class ShownWindow {
  /** What each open stream shows of each of its topics. */
  readonly #streams = new Set<Map<TopicKind, number>>()
  /** The different prices of each frame. */
  readonly frames: ReadonlySet<number>[] = []
  readonly #open: OpenStream
  readonly #page: PageTime
  /** Ends the window as a crash or a close does. */
  readonly end: () => void
  /** A load of the page that begins, and may be prevented afterwards. */
  readonly beginLoading: () => void

  constructor(time: PageTime, channel: WindowChannel, { newId, end, beginLoading }: WindowParts) {
    this.#page = time
    this.end = end
    this.beginLoading = beginLoading
    const handles = new Map<number, Disposer>()
    let handle = 0
    const timer = (run: () => void, ms: number): number => {
      handles.set((handle += 1), time.after(ms, run))
      return handle
    }
    const page = {
      document: { hidden: false, addEventListener: () => undefined },
      performance: { now: () => time.now },
      requestAnimationFrame: (run: (now: number) => void) =>
        timer(() => run(time.now), FRAME_MS - (time.now % FRAME_MS)),
      cancelAnimationFrame: (id: number) => handles.get(id)?.(),
      setTimeout: timer,
      clearTimeout: (id: number) => handles.get(id)?.(),
      reportError: (error: unknown) => {
        throw error
      },
    }
    const pacer = new FramePacer(page as never, (run) => run())
    this.#open = createOpenStream({
      request: (request) => channel.request(request),
      onPort: (listener) => channel.onPort(listener),
      newId,
      nextFrame: (flush, delivery) => pacer.next(flush, delivery),
      beforeDelivery: () => undefined,
      after: (ms, run) => time.after(ms, run),
    })
    const paint = (): void => {
      this.frames.push(new Set([...this.#streams].flatMap((shown) => [...shown.values()])))
      time.after(FRAME_MS, paint)
    }
    time.after(FRAME_MS - (time.now % FRAME_MS) + 0.01, paint)
  }

  /** Opens a stream, and shows what it brings until the returned function is called. */
  show(kinds: readonly TopicKind[]): Disposer {
    const revisions = new Map<TopicKind, number>()
    this.#streams.add(revisions)
    const topics = kinds.map((kind) => ({ kind }) as Topic)
    const close = this.#open(topics, (frame, topic) => {
      if (frame.body !== null) revisions.set(topic.kind, frame.body as unknown as number)
    })
    return () => {
      close()
      this.#streams.delete(revisions)
    }
  }

  /** Runs nothing on the page for so long. */
  block(ms: number): void {
    this.#page.busyUntil = this.#page.now + ms
  }

  /** Returns what is shown now. */
  get prices(): readonly number[] {
    return [...this.#streams].flatMap((shown) => [...shown.values()])
  }
}
