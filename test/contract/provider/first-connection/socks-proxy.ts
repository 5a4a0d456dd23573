import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface SocksProxy {
  readonly port: number
  /** The hosts that were asked for, in their order; names are resolved by the proxy. */
  readonly targets: readonly string[]
  close(): Promise<void>
}

/** What a SOCKS proxy does; `route` returns the local port of a host, or null to refuse it. */
interface SocksOptions {
  readonly version: 4 | 5
  readonly route: (host: string, port: number) => number | null
  /** The only credentials that it lets through, "user:password"; absent: it requires none. */
  readonly password?: string
}

/** Reads the bytes of a socket, so many at a time. */
class Bytes {
  #buffer = Buffer.alloc(0)
  #wake: () => void = () => undefined
  readonly #socket: Socket
  readonly #add = (chunk: Buffer): void => {
    this.#buffer = Buffer.concat([this.#buffer, chunk])
    this.#wake()
  }

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', this.#add)
  }

  async take(count: number): Promise<Buffer> {
    while (this.#buffer.length < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const taken = this.#buffer.subarray(0, count)
    this.#buffer = this.#buffer.subarray(count)
    return taken
  }

  /** Reads up to a zero byte. */
  async text(): Promise<string> {
    let text = ''
    for (let next = await this.take(1); next[0] !== 0; next = await this.take(1)) {
      text += next.toString('latin1')
    }
    return text
  }

  /** Reads a text whose length is its first byte. */
  async counted(): Promise<string> {
    const [length = 0] = await this.take(1)
    return (await this.take(length)).toString('latin1')
  }

  /** Ends the reading; returns what was not taken. */
  end(): Buffer {
    this.#socket.off('data', this.#add)
    return this.#buffer
  }
}

interface Answers {
  readonly host: string
  readonly port: number
  readonly yes: Buffer
  readonly no: Buffer
}

async function askFour(bytes: Bytes): Promise<Answers> {
  const head = await bytes.take(8)
  await bytes.text()
  return {
    host: await bytes.text(),
    port: head.readUInt16BE(2),
    yes: Buffer.from([0, 0x5a, 0, 0, 0, 0, 0, 0]),
    no: Buffer.from([0, 0x5b, 0, 0, 0, 0, 0, 0]),
  }
}

/** Returns null where the client has not the right credentials. */
async function askFive(bytes: Bytes, socket: Socket, password?: string): Promise<Answers | null> {
  const [, count = 0] = await bytes.take(2)
  const methods = await bytes.take(count)
  if (password !== undefined) {
    if (!methods.includes(2)) {
      socket.end(Buffer.from([5, 0xff]))
      return null
    }
    socket.write(Buffer.from([5, 2]))
    await bytes.take(1)
    const sent = `${await bytes.counted()}:${await bytes.counted()}`
    socket.write(Buffer.from([1, sent === password ? 0 : 1]))
    if (sent !== password) return null
  } else socket.write(Buffer.from([5, 0]))
  const [, , , kind] = await bytes.take(4)
  if (kind !== 3) throw new Error(`an address of kind ${kind}`)
  const host = await bytes.counted()
  const port = (await bytes.take(2)).readUInt16BE(0)
  const answer = (code: number): Buffer => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0])
  return { host, port, yes: answer(0), no: answer(2) }
}

/** Starts a SOCKS proxy, for names only: a client that resolves them itself is an error. */
export async function startSocksProxy(options: SocksOptions): Promise<SocksProxy> {
  const targets: string[] = []
  const sockets = new Set<Socket>()
  const serve = async (client: Socket): Promise<void> => {
    const bytes = new Bytes(client)
    const target =
      options.version === 4 ? await askFour(bytes) : await askFive(bytes, client, options.password)
    if (target === null) return
    targets.push(`${target.host}:${target.port}`)
    const local = options.route(target.host, target.port)
    if (local === null) return void client.end(target.no)
    const upstream = connect({ host: '127.0.0.1', port: local }, () => {
      client.write(target.yes)
      upstream.write(bytes.end())
      upstream.pipe(client).pipe(upstream)
    })
    sockets.add(upstream)
    upstream.on('error', () => client.destroy())
    client.on('close', () => upstream.destroy())
  }
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => client.destroy())
    void serve(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    targets,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
