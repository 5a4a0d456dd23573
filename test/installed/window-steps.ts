import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert, type Life, type Step } from './life.js'
import { waitFor, type Person } from './person.js'

const WINDOW = 'Countersign · Practice'
const DATA = '.config/Countersign'

/** Where things are in the window of a first start, with tour and two notices; see `press`. */
export const PLACES = {
  quantity: [1348, 440],
  price: [1320, 491],
  ask: [1449, 464],
  review: [1310, 672],
  buy: [964, 640],
  /** In the first notice, once the program's files are others. */
  restart: [1465, 157],
} as const

/** The time after the first window in which pages load, prices arrive and the layout settles. */
const SETTLE_MS = 12_000

export async function open({ person, transcript }: Life, picture: string): Promise<void> {
  person.start(['gtk-launch', 'countersign'])
  await shown({ person, transcript }, picture)
}

/** Waits for the window of the practice session. */
export async function shown(
  { person, transcript }: Pick<Life, 'person' | 'transcript'>,
  picture: string,
): Promise<void> {
  const [title = ''] = await waitFor(`a window "${WINDOW}"`, () => {
    const titles = person.titles(WINDOW)
    return titles.length > 0 ? titles : null
  })
  assert(title === `TEST RUNTIME · ${WINDOW}`, `the title is "${title}"`)
  await sleep(SETTLE_MS)
  transcript.picture(person.display, picture)
}

function checkSandbox({ person }: Life): string {
  const common = readlinkSync('/proc/self/ns/user')
  const pages = person.processes().filter(({ command }) => command.includes('--type=renderer'))
  assert(pages.length > 0, 'there is no page')
  for (const { pid } of pages) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    assert(/^Seccomp:\s+2$/m.test(status), 'a page may call the kernel freely')
    assert(/^NoNewPrivs:\s+1$/m.test(status), 'a page may gain rights')
    const space = readlinkSync(`/proc/${pid}/ns/user`)
    assert(space !== common, 'a page is in the namespace of everything else')
  }
  return `${pages.length} pages: seccomp, no new privileges, a user namespace of their own`
}

/** A place on the screen, in pixels, as it is when the window is where the first start puts it. */
export type Place = readonly [x: number, y: number]

/** Where the window was when the places were measured. */
const FIRST_ORIGIN: Place = [82, 90]

/** Presses at a place of the window, wherever that is now. */
export function press(person: Person, [x, y]: Place): Promise<void> {
  const [left, top] = person.origin(WINDOW)
  const [firstLeft, firstTop] = FIRST_ORIGIN
  return pressScreen(person, [x + left - firstLeft, y + top - firstTop])
}

/** Presses at a place of the screen. */
export async function pressScreen(person: Person, [x, y]: Place): Promise<void> {
  person.input('mousemove', String(x), String(y))
  await sleep(300)
  person.input('click', '1')
  await sleep(700)
}

const contentOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** What the steps read of an entry of the journal. */
export interface JournalEntry {
  readonly kind: string
  readonly clientOrderId?: string
  readonly observation?: {
    readonly clientOrderId: string
    readonly status: string
    readonly limitPrice: string | null
  }
}

/** Returns the entries of the journal of the person's orders, oldest first. */
export const journal = (person: Person): readonly JournalEntry[] =>
  contentOf(person.file(`${DATA}/practice/orders.journal`))
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line.slice(line.indexOf('{')))]))

/** Returns what the program logged. */
export const log = (person: Person): string =>
  contentOf(person.file(`${DATA}/logs/countersign.log`))

const hasFilledOrder = (person: Person): boolean =>
  journal(person).some(({ observation }) => observation?.status === 'filled')

/** Writes a quantity, and a price, into the ticket. */
export async function fillTicket(
  person: Person,
  quantity: string,
  choosePrice: () => Promise<void>,
): Promise<void> {
  await press(person, PLACES.quantity)
  person.input('key', 'ctrl+a')
  person.input('type', '--delay', '60', quantity)
  await choosePrice()
  await sleep(1_000)
}

async function trade({ person, transcript }: Life): Promise<void> {
  await fillTicket(person, '1', () => press(person, PLACES.ask))
  await press(person, PLACES.review)
  await sleep(1_000)
  transcript.picture(person.display, 'review')
  await press(person, PLACES.buy)
  await waitFor('a filled order in the journal', () => (hasFilledOrder(person) ? true : null))
  await sleep(1_000)
  transcript.picture(person.display, 'filled')
}

/** Ends the program as the end of a session does. */
export async function close({ person }: Life): Promise<void> {
  const main = person.main()
  assert(main !== null, 'the program has ended by itself')
  process.kill(main.pid, 'SIGTERM')
  await waitFor('the end of the program', () => (person.processes().length === 0 ? true : null))
}

/** What the removal of the package leaves. */
export function checkData({ person }: Life): string {
  assert(hasFilledOrder(person), 'the removal took the data of the person')
  const { mode } = statSync(person.file(DATA))
  assert((mode & 0o077) === 0, 'others may read the data of the person')
  return '`~/.config/Countersign` with the journal of the orders, for its owner only'
}

/** The first day: from the menu to a filled order, and the next morning. */
export const WINDOW_STEPS: readonly Step[] = [
  {
    title: 'the menu entry opens the practice session, with the mark',
    run: (life) => open(life, 'first'),
  },
  { title: 'the pages run in the sandbox of an ordinary user', run: checkSandbox },
  { title: 'a limit order by mouse is filled', run: trade },
  { title: 'the program ends when the session does', run: close },
  { title: 'the next start has the position', run: (life) => open(life, 'restarted') },
]
