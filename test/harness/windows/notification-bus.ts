import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMessageReader, writeMessage, type BusMessage } from './bus-message.js'
import { removeFolder } from '../system/remove-folder.js'
import { until } from '../system/until.js'

/** A notification that a program requested. */
export interface ShownNotification {
  readonly id: number
  readonly summary: string
  readonly body: string
  /** Names of its buttons; "default" is a click on the notification itself. */
  readonly actions: readonly string[]
}

/** A separate session bus with a notification daemon that shows nothing and records everything. */
export interface NotificationBus {
  /** The bus address for the program's environment. */
  readonly address: string
  readonly shown: readonly ShownNotification[]
  /** Ids of notifications that the program closed. */
  readonly closed: readonly number[]
  /** Acts as a person who clicks on a notification. */
  click(id: number): void
  stop(): Promise<void>
}

const NAME = 'org.freedesktop.Notifications'
const PATH = '/org/freedesktop/Notifications'
const DAEMON = 'dbus-daemon'

/** Returns why such a bus is impossible here; null when it is possible. */
export const busUnavailableReason = (): string | null =>
  process.platform !== 'linux'
    ? 'notifications over a session bus are Linux only'
    : spawnSync(DAEMON, ['--version']).error === undefined
      ? null
      : 'there is no dbus-daemon'

/** @param names further names that the daemon owns, such as that of a tray */
export async function startNotificationBus(
  names: readonly string[] = [],
): Promise<NotificationBus> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bus-'))
  const place = join(folder, 'bus')
  const daemon = spawn(
    DAEMON,
    ['--session', '--nofork', '--nopidfile', `--address=unix:path=${place}`],
    { stdio: 'ignore' },
  )
  const socket = await signedIn(place)
  const notifications: ShownNotification[] = []
  const closed: number[] = []
  let serial = 0
  const send = (message: Omit<BusMessage, 'serial'>): void =>
    void socket.write(writeMessage({ ...message, serial: (serial += 1) }))
  const call = (member: string, args: BusMessage['args']): void =>
    send({
      kind: 'call',
      path: '/org/freedesktop/DBus',
      from: 'org.freedesktop.DBus',
      member,
      to: 'org.freedesktop.DBus',
      answers: null,
      args,
    })

  const answerOf = ({ member, args }: BusMessage): BusMessage['args'] => {
    switch (member) {
      case 'GetCapabilities':
        return [['body', 'actions']]
      case 'GetServerInformation':
        return ['noted', 'tests', '1', '1.2']
      case 'CloseNotification': {
        closed.push(Number(args[0]))
        return []
      }
      case 'Notify': {
        const [, , , summary, body, actions] = args
        const id = notifications.length + 1
        notifications.push({
          id,
          summary: String(summary),
          body: String(body),
          actions: (actions as readonly string[]).filter((_, index) => index % 2 === 0),
        })
        return [id]
      }
      case null:
      default:
        return []
    }
  }
  const ready = new Promise<void>((resolve) => {
    const receive = createMessageReader((message) => {
      // The second answer confirms that the name was acquired.
      if (message.kind === 'return' && message.answers === 2) resolve()
      if (message.kind === 'call') {
        send({
          kind: 'return',
          path: null,
          from: null,
          member: null,
          to: message.sender ?? null,
          answers: message.serial,
          args: answerOf(message),
        })
      }
    })
    socket.on('data', receive)
  })
  call('Hello', [])
  call('RequestName', [NAME, 4])
  for (const name of names) call('RequestName', [name, 4])
  await ready
  return {
    address: `unix:path=${place}`,
    shown: notifications,
    closed,
    click: (id) =>
      send({
        kind: 'signal',
        path: PATH,
        from: NAME,
        member: 'ActionInvoked',
        to: null,
        answers: null,
        args: [id, 'default'],
      }),
    async stop() {
      socket.destroy()
      await ended(daemon)
      await removeFolder(folder)
    },
  }
}

/** Authenticates with this process's user id, as every bus client does first. */
/** The socket's file exists a moment before the daemon listens on it. */
const connected = (place: string): Promise<Socket> =>
  until(
    'the bus listens',
    () =>
      new Promise<Socket | null>((resolve) => {
        const socket = createConnection(place)
        socket.once('connect', () => resolve(socket))
        socket.once('error', () => resolve(null))
      }),
  )

async function signedIn(place: string): Promise<Socket> {
  const socket = await connected(place)
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
  socket.write(`\0AUTH EXTERNAL ${uid}\r\n`)
  const answer = await new Promise<string>((resolve, reject) => {
    socket.once('data', (data) => resolve(data.toString()))
    socket.once('error', reject)
  })
  if (!answer.startsWith('OK ')) throw new Error(`the bus said ${answer}`)
  socket.write('BEGIN\r\n')
  return socket
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill()
  })
