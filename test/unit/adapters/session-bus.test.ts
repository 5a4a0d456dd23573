import { createServer, type Server } from 'node:net'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { busCall, hasBusName, socketOf } from '../../../electron/adapters/session-bus.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-session-bus-'))
let server: Server | null = null
afterEach(async () => {
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)))
  server = null
})

/** Returns a method return as a bus sends it: no header fields, and this body. */
function answer(kind: number, body: Buffer): Buffer {
  const head = Buffer.alloc(16)
  head.write('l')
  head.writeUInt8(kind, 1)
  head.writeUInt8(1, 3)
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Starts a bus that answers the sign-in and then sends these bytes, cut into small parts. */
async function busThatSends(signIn: string, bytes: Buffer, cut: number): Promise<string> {
  const place = path.join(folder, `bus-${Math.random()}`)
  server = createServer((socket) => {
    let isAnswered = false
    socket.on('error', () => undefined)
    socket.on('data', () => {
      if (isAnswered) return
      isAnswered = true
      socket.write(signIn)
      for (let from = 0; from < bytes.length; from += cut) {
        socket.write(bytes.subarray(from, from + cut))
      }
    })
  })
  await new Promise((resolve) => server?.listen(place, () => resolve(null)))
  return `unix:path=${place},guid=1`
}
const HELLO_ANSWER = answer(2, Buffer.from('\u0005\0\0\0:1.42\0'))
const NAME = 'org.kde.StatusNotifierWatcher'

describe('a name on the session bus', () => {
  it.each([
    [1, true],
    [0, false],
  ])('is owned or not, as the bus answers: %i', async (value, owned) => {
    const bytes = Buffer.concat([
      HELLO_ANSWER,
      answer(4, Buffer.alloc(0)),
      answer(2, number(value)),
    ])
    const address = await busThatSends('OK 1234\r\n', bytes, 7)
    expect(await hasBusName(address, NAME)).toBe(owned)
  })

  it('is not owned where the bus refuses the sign-in or the question', async () => {
    const refused = await busThatSends('REJECTED EXTERNAL\r\n', Buffer.alloc(0), 8)
    expect(await hasBusName(refused, NAME)).toBe(false)
    server?.close()
    const failed = await busThatSends('OK 1\r\n', answer(3, Buffer.alloc(0)), 64)
    expect(await hasBusName(failed, NAME)).toBe(false)
  })

  it('is not owned without a bus', async () => {
    expect(await hasBusName(undefined, NAME)).toBe(false)
    expect(await hasBusName('tcp:host=localhost,port=1', NAME)).toBe(false)
    expect(await hasBusName(`unix:path=${folder}/none`, NAME)).toBe(false)
    await removeFolder(folder)
  })
})

describe('messages of the bus', () => {
  it('have a header that ends at a multiple of eight, and the length of their body', () => {
    const call = busCall(2, 'NameHasOwner', NAME)
    const fields = call.readUInt32LE(12)
    const body = Math.ceil((16 + fields) / 8) * 8
    expect(call.readUInt32LE(4)).toBe(call.length - body)
    expect(call.readUInt32LE(8)).toBe(2)
    expect(call.toString('latin1', body + 4, call.length - 1)).toBe(NAME)
  })

  it.each([
    ['unix:path=/run/user/1000/bus', '/run/user/1000/bus'],
    ['unix:abstract=/tmp/dbus-x,guid=7', '\0/tmp/dbus-x'],
    ['tcp:host=x;unix:guid=1,path=/a%20b', '/a b'],
    ['launchd:env=X', null],
  ])('go to the socket of the address %s', (address, socket) => {
    expect(socketOf(address)).toBe(socket)
  })
})
