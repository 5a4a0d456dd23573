import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { ClientSetups } from '../../../../electron/app/assistants/clients/client-setups.js'
import type { ClientAccess } from '../../../../electron/assistant/clients/client-table.js'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'

export const CONNECTION = 'c0ffee' as ConnectionId
export const ACCESS: ClientAccess = {
  url: 'http://127.0.0.1:8791/mcp',
  token: 'cs_'.concat('k'.repeat(43)),
  program: {
    command: '/opt/Counter "sign"/countersign',
    args: ['/opt/bridge.cjs'],
    env: { ELECTRON_RUN_AS_NODE: '1', COUNTERSIGN_TOKEN: 'cs_'.concat('k'.repeat(43)) },
  },
}
const NOW = epochMs(1_795_000_000_000)

/** A person's home folder on the disk, with the settings of their programs. */
export class SettingsHome {
  readonly home = mkdtempSync(path.join(tmpdir(), 'home-'))
  readonly document = fakeDocument()
  #ids = 0
  readonly setups = this.open()

  /** Opens the settings as a new run of Countersign does. */
  open(): ClientSetups {
    return new ClientSetups({
      file: this.document,
      folders: { platform: 'linux', home: this.home, env: {} },
      clock: { now: () => NOW, monotonic: () => 0 },
      crypto: nodeCrypto,
      log: { event: () => undefined },
      newId: () => `plan-${(this.#ids += 1)}`,
    })
  }

  write(file: string, content: string | Uint8Array, mode = 0o640): void {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content)
    chmodSync(file, mode)
  }

  read(file: string): string {
    return readFileSync(file, 'utf8')
  }

  mode(file: string): number {
    return statSync(file).mode & 0o777
  }

  exists(file: string): boolean {
    return existsSync(file)
  }

  /** Returns the names of the files beside a file. */
  siblings(file: string): readonly string[] {
    return readdirSync(path.dirname(file)).filter((name) => name !== path.basename(file))
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true })
  }
}
