import { setTimeout as sleep } from 'node:timers/promises'
import { assert, type Life, type Step } from './life.js'
import { FILES_AFTER_UPGRADE, upgrade } from './package-steps.js'
import { runsOnReplacedFile, waitFor, type ProgramProcess } from './person.js'
import {
  close,
  fillTicket,
  journal,
  log,
  PLACES,
  press,
  pressScreen,
  shown,
  type JournalEntry,
  type Place,
} from './window-steps.js'

/** How long the program may take to notice that its files are others (REL-48). */
const NOTICE_LIMIT_MS = 60_000
/** Longer than the first delays after which a program whose files are the same starts it again. */
const NO_EXCHANGE_MS = 15_000
/** Far below the market, so that the order rests. */
const RESTING_PRICE = '600'

/** The button in the question before the end, which is in the middle of the screen. */
const QUIT: Place = [620, 556]

const isResting = ({ observation }: JournalEntry): boolean =>
  observation?.limitPrice === '600.00' && observation.status === 'working'

async function rest({ person, transcript }: Life): Promise<string> {
  await fillTicket(person, '1', async () => {
    await press(person, PLACES.price)
    person.input('key', 'ctrl+a')
    person.input('type', '--delay', '60', RESTING_PRICE)
  })
  await press(person, PLACES.review)
  await sleep(1_000)
  await press(person, PLACES.buy)
  await waitFor('the working order', () => (journal(person).some(isResting) ? true : null))
  await sleep(1_000)
  transcript.picture(person.display, 'working')
  return `buy 1 SPY at ${RESTING_PRICE}: working`
}

function running({ person }: Life): ProgramProcess {
  const main = person.main()
  assert(main !== null, 'the program has ended')
  return main
}

async function notice(life: Life): Promise<string> {
  const { person, transcript } = life
  const started = performance.now()
  const noticed = (): true | null => (log(person).includes('"program.files"') ? true : null)
  await waitFor('the notice that files are others', noticed, NOTICE_LIMIT_MS)
  const seconds = (performance.now() - started) / 1_000
  assert(runsOnReplacedFile(running(life)), 'its executable is still the one on disk')
  await sleep(1_500)
  transcript.picture(person.display, 'noticed')
  return `${seconds.toFixed(1)} s after the package manager; the same process runs on`
}

/** The exchange ends, which a program with its own files on disk would start again. */
async function endExchange(life: Life): Promise<string> {
  const { person, transcript } = life
  const before = running(life)
  const exchange = person.exchange()
  assert(exchange !== null, 'there is no exchange to end')
  process.kill(exchange.pid, 'SIGKILL')
  await sleep(NO_EXCHANGE_MS)
  transcript.picture(person.display, 'no-exchange')
  assert(running(life).pid === before.pid, 'the program has ended or was started again')
  assert(person.exchange() === null, 'an exchange was started from the other files')
  return `${NO_EXCHANGE_MS / 1_000} s without an exchange; the program runs on and says so`
}

async function restart(life: Life): Promise<string> {
  const { person, transcript } = life
  const before = running(life)
  await press(person, PLACES.restart)
  await waitFor('the question before the end', () =>
    person.titles('^Countersign$').length > 0 ? true : null,
  )
  await sleep(500)
  transcript.picture(person.display, 'question')
  await pressScreen(person, QUIT)
  await waitFor('another process of the program', () => {
    const main = person.main()
    return main !== null && main.pid !== before.pid ? true : null
  })
  await shown(life, 'restarted-after-upgrade')
  assert(!runsOnReplacedFile(running(life)), 'it runs on files that are gone')
  return 'after the question, which named the working order'
}

/** The order is where it was, and no order was sent a second time. */
async function checkOrders(life: Life): Promise<string> {
  const { person } = life
  await waitFor('the exchange', () => person.exchange())
  const entries = journal(person)
  const ids = (kind: string): readonly string[] =>
    entries.flatMap((entry) => (entry.kind === kind ? [entry.clientOrderId ?? ''] : []))
  const [sent, answered] = [ids('intent'), ids('outcome')]
  assert(sent.length === 2 && new Set(sent).size === 2, `sent: ${sent.join()}`)
  assert(answered.length === 2 && new Set(answered).size === 2, `answered: ${answered.join()}`)
  const last = entries.filter(({ observation }) => observation?.clientOrderId === sent[1]).at(-1)
  assert(last !== undefined && isResting(last), `the order is ${last?.observation?.status}`)
  return '2 orders in the journal, each sent and answered once; the second still works'
}

/** An upgrade while an order works, as an unattended upgrade does it. */
export const UPGRADE_STEPS: readonly Step[] = [
  { title: 'a limit order away from the market works', run: rest },
  { title: '`dpkg -i` of the next version under the running program', run: upgrade },
  FILES_AFTER_UPGRADE,
  { title: 'the program notices within a minute, says so and runs on', run: notice },
  { title: 'it starts nothing from the other files', run: endExchange },
  { title: 'the restart that it offers opens the next version', run: restart },
  { title: 'the order still works, and nothing was sent twice', run: checkOrders },
  { title: 'the program ends', run: close },
]
