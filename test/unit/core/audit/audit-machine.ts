import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { openAudit } from '../../../../electron/core/audit/audit-log.js'
import { Checkpoints, type CheckpointStatus } from '../../../../electron/core/audit/checkpoint.js'
import type { FileError } from '../../../../electron/core/ports.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'

export const FAILED: FileError = { kind: 'failed', message: 'broken' }
export const H = (letter: string): string => letter.repeat(64)

/** Creates the audit chain's disk and key store, each of whose operations can be made to fail. */
export function createMachine() {
  const disk = {
    lines: [] as string[],
    head: null as string | null,
    secrets: new Map<string, string>(),
    logged: [] as string[],
    checkpoints: [] as string[],
    closed: false,
    fails: {
      append: false,
      throws: false,
      journal: false,
      head: false,
      headThrows: false,
      readHead: false,
      vaultRead: null as string | null,
      vaultWrite: null as string | null,
    },
  }
  const deps = {
    journal: {
      append: (line: string): Promise<Result<void, FileError>> => {
        if (disk.fails.throws) return Promise.reject(new Error('broken'))
        if (disk.fails.append) return Promise.resolve(err(FAILED))
        disk.lines.push(line)
        return Promise.resolve(ok(undefined))
      },
      read: () =>
        Promise.resolve(
          disk.fails.journal ? err(FAILED) : ok({ lines: [...disk.lines], tailCut: false }),
        ),
      close: () => {
        disk.closed = true
        return Promise.resolve()
      },
    },
    checkpoint: {
      read: () => Promise.resolve(disk.fails.readHead ? err(FAILED) : ok(disk.head)),
      write: (text: string): Promise<Result<void, FileError>> => {
        if (disk.fails.headThrows) return Promise.reject(new Error('broken'))
        if (disk.fails.head) return Promise.resolve(err(FAILED))
        disk.head = text
        return Promise.resolve(ok(undefined))
      },
      setAside: () => Promise.resolve(ok('aside')),
      remove: () => Promise.resolve(ok(undefined)),
    },
    vault: {
      backend: 'key-store' as const,
      keyStore: null,
      read: (name: string) =>
        Promise.resolve(
          disk.fails.vaultRead === name ? err(FAILED) : ok(disk.secrets.get(name) ?? null),
        ),
      write: (name: string, secret: string): Promise<Result<void, FileError>> => {
        if (disk.fails.vaultWrite === name) return Promise.resolve(err(FAILED))
        disk.secrets.set(name, secret)
        if (name === 'audit-checkpoint') disk.checkpoints.push(secret)
        return Promise.resolve(ok(undefined))
      },
      remove: () => Promise.resolve(ok(undefined)),
    },
    clock: { now: () => epochMs(1_000), monotonic: () => 0 },
    random: { bytes: (count: number) => new Uint8Array(count).fill(7), fraction: () => 0.5 },
    crypto: nodeCrypto,
    environment: 'practice',
    log: {
      event: (_level: string, name: string, fields?: object) => {
        disk.logged.push(`${name} ${JSON.stringify(fields ?? {})}`)
      },
    },
  }
  return {
    disk,
    deps,
    open: () => openAudit(deps),
    checkpoints: () =>
      new Checkpoints({
        vault: deps.vault,
        file: deps.checkpoint,
        random: deps.random,
        crypto: nodeCrypto,
      }),
  }
}
export type Machine = ReturnType<typeof createMachine>

/** Returns the status with its message in English. */
export const withEnglishText = (status: CheckpointStatus) =>
  'what' in status ? { ...status, what: inEnglish(status.what) } : status

export async function machineWithRecords(count = 3): Promise<Machine> {
  const machine = createMachine()
  const audit = await machine.open()
  for (let index = 0; index < count; index += 1) {
    await audit.append('asked', `i${index}`, `record ${index}`, { at: index })
  }
  await audit.close()
  return machine
}
export const reportOf = async (machine: Machine) => {
  const report = (await machine.open()).report()
  const finding = report?.problem?.what
  return [
    report?.state,
    report?.problem?.seq,
    finding === undefined ? undefined : inEnglish(finding),
  ]
}
