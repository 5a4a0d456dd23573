import { EventEmitter } from 'node:events'

/** The page's end of a port, once it was transferred. */
interface Transferred {
  post(data: unknown): void
  close(): void
}

let lastPort = 0

/** A message port of main: either end of a {@link StandInChannel}. */
export class StandInPort extends EventEmitter {
  readonly portId: number
  #other: StandInPort | null = null
  #transferred: Transferred | null = null
  #queue: unknown[] = []
  #isStarted = false

  constructor() {
    super()
    lastPort += 1
    this.portId = lastPort
  }

  /** Joins the two ends of a channel. */
  static join(first: StandInPort, second: StandInPort): void {
    first.#other = second
    second.#other = first
  }

  postMessage(data: unknown): void {
    this.#other?.receive(data)
  }

  start(): void {
    this.#isStarted = true
    for (const data of this.#queue.splice(0)) this.emit('message', { data, ports: [] })
  }

  close(): void {
    this.#other?.end()
    this.emit('close')
  }

  /** Gives this end to a page: what arrives at it goes there. */
  attach(transferred: Transferred): void {
    this.#transferred = transferred
    for (const data of this.#queue.splice(0)) transferred.post(data)
  }

  /** Passes on what arrives at this end; to a page, where the end was transferred. */
  receive(data: unknown): void {
    if (this.#transferred !== null) this.#transferred.post(data)
    else if (this.#isStarted) this.emit('message', { data, ports: [] })
    else this.#queue.push(data)
  }

  /** Passes on what the page posted at this transferred end. */
  fromPage(data: unknown): void {
    this.#other?.receive(data)
  }

  /** The page of this end is gone. */
  lose(): void {
    this.#transferred = null
    this.#other?.emit('close')
  }

  /** The other end was closed. */
  end(): void {
    this.#transferred?.close()
    this.emit('close')
  }
}

/** A connected pair of ports. */
export class StandInChannel {
  readonly port1 = new StandInPort()
  readonly port2 = new StandInPort()

  constructor() {
    StandInPort.join(this.port1, this.port2)
  }
}
