import { z } from 'zod'
import type { Dial } from '../adapters/dial.js'
import type { PracticeCommand, PracticeReady } from '../../shared/practice/practice-control.js'
import type { KillSwitchControls } from '../app/desktop.js'
import type { MainApplication } from '../app/main-application.js'

const zDialTable = z.record(
  z.string(),
  z.strictObject({ host: z.string(), port: z.number().int(), authority: z.string() }),
)

/**
 * Redirects connections to the published hosts to a local exchange: "api.example.com:443" to an
 * address of this computer. Names, signatures and certificates stay those of the published host.
 * Undefined unless the environment requests it, and always undefined in a packaged program.
 */
export function testDial(packaged: boolean, environment: NodeJS.ProcessEnv): Dial | undefined {
  const table = environment['COUNTERSIGN_TEST_DIAL']
  if (packaged || environment['COUNTERSIGN_TEST_HOOKS'] !== '1' || table === undefined) {
    return undefined
  }
  const known = zDialTable.parse(JSON.parse(table))
  return (host, port) => {
    const to = known[`${host}:${port}`]
    // A host that the test forgot must fail instead of reaching the network.
    if (to === undefined && !host.startsWith('127.')) return { host: '127.0.0.1', port: 1 }
    return to ?? { host, port }
  }
}

/**
 * The additional access of tests: the practice exchange's control channel, and the tray's contents
 * and items.
 */
export interface TestHooks {
  practice(command: PracticeCommand): Promise<unknown>
  practicePid(): number | undefined
  /** How the practice exchange is reached, for a client of the test's own. */
  practiceReady(): PracticeReady | null
  tray(): ReturnType<KillSwitchControls['tray']>
  chooseInTray(item: Parameters<KillSwitchControls['choose']>[0]): void
}

/**
 * Gives a test driver access to the practice exchange. Only when the environment requests it, and
 * never in a packaged program; it cannot reach real money.
 */
export function installTestHooks(
  application: MainApplication,
  packaged: boolean,
  environment: NodeJS.ProcessEnv,
): void {
  if (packaged || environment['COUNTERSIGN_TEST_HOOKS'] !== '1') return
  const hooks: TestHooks = {
    async practice(command) {
      const answer = await application.practice()?.command(command)
      if (answer?.ok !== true) {
        throw new Error(answer?.error ?? 'the practice exchange is not running')
      }
      return answer.value
    },
    practiceReady: () => application.practice()?.ready() ?? null,
    practicePid: () => application.practice()?.pid(),
    tray: () => application.killSwitchControls()?.tray() ?? null,
    chooseInTray: (item) => application.killSwitchControls()?.choose(item),
  }
  Object.assign(globalThis, { countersignTest: hooks })
}
