import { z } from 'zod'
import type { Dial } from '../adapters/dial.js'
import type { PracticeCommand } from '../../shared/ipc/practice-control.js'
import type { MainApplication } from './main-application.js'
import type { KillSwitchControls } from './system/kill-switch-controls.js'

const zDialTable = z.record(
  z.string(),
  z.strictObject({ host: z.string(), port: z.number().int(), authority: z.string() }),
)

/**
 * Lets a local exchange stand in for the published hosts: "api.example.com:443" to an address of
 * this computer. Names, signatures and
 * certificates stay those of the published host, so nothing of what is tested changes but where the
 * connection ends. Undefined
 * unless asked for by the environment, and in every packaged program.
 */
export function testDial(packaged: boolean, environment: NodeJS.ProcessEnv): Dial | undefined {
  const table = environment['COUNTERSIGN_TEST_DIAL']
  if (packaged || environment['COUNTERSIGN_TEST_HOOKS'] !== '1' || table === undefined) {
    return undefined
  }
  const known = zDialTable.parse(JSON.parse(table))
  return (host, port) => {
    const to = known[`${host}:${port}`]
    // A test that forgot a host must fail, not reach the world.
    if (to === undefined && !host.startsWith('127.')) return { host: '127.0.0.1', port: 1 }
    return to ?? { host, port }
  }
}

/**
 * What a test may do that it could not otherwise: speak to the practice exchange's control channel,
 * look at the tray and choose from it.
 */
export interface TestHooks {
  practice(command: PracticeCommand): Promise<unknown>
  practicePid(): number | undefined
  tray(): ReturnType<KillSwitchControls['tray']>
  chooseInTray(item: Parameters<KillSwitchControls['choose']>[0]): void
}

/**
 * Lets a driver of this process reach the practice exchange. Only when asked for by the environment
 * and never in a packaged
 * program; it reaches nothing that holds real money.
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
    practicePid: () => application.practice()?.pid(),
    tray: () => application.killSwitchControls()?.tray() ?? null,
    chooseInTray: (item) => application.killSwitchControls()?.choose(item),
  }
  Object.assign(globalThis, { countersignTest: hooks })
}
