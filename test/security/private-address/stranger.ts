import { createServer } from 'node:net'

/** A program that is not Countersign and listens where assistants call. */
export interface Stranger {
  readonly port: number
  /** Returns everything that was sent to it. */
  readonly received: () => string
  /** Returns how many connections it got. */
  readonly calls: () => number
  close(): Promise<void>
}

/** What a stranger answers: always the same, or something that it makes from the call. */
export type StrangerAnswer = string | ((call: string) => Promise<string>)

/** Listens on a free loopback port, or at the path of a socket. */
export async function startStranger(
  answer: StrangerAnswer = '',
  socket: string | null = null,
): Promise<Stranger> {
  let received = ''
  let calls = 0
  const server = createServer((connection) => {
    calls += 1
    connection.on('error', () => undefined)
    connection.on('data', (chunk) => {
      const text = chunk.toString('utf8')
      received += text
      const made = typeof answer === 'string' ? Promise.resolve(answer) : answer(text)
      void made.then((written) => written !== '' && connection.write(written))
    })
  })
  await new Promise<void>((resolve) => {
    if (socket === null) server.listen(0, '127.0.0.1', resolve)
    else server.listen(socket, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    received: () => received,
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}
