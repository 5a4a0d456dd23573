import { mkdtemp, readFile } from 'node:fs/promises'
import { chooser } from '../harness/exchange/proxy-choosers.js'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogFile, type LogFile } from '../../electron/adapters/log-file.js'
import { systemClock } from '../../electron/adapters/clock.js'
import { LOOPBACK_NETWORK } from '../../electron/core/net-ports.js'
import { InstitutionConsole } from '../../electron/app/institution/institution-service.js'
import {
  LateConsole,
  type LateConsoleOptions,
} from '../../electron/app/institution/late-institution.js'
import { institutionJournal } from '../../electron/app/settings/profile-folders.js'
import type { FaultName } from '../../electron/practice/faults/fault-table.js'
import { consoleSections } from '../../electron/provider/console/console-client.js'
import { practiceEndpoints } from '../../electron/provider/http/hosts.js'
import { asProfileId } from '../../shared/domain/app/profile.js'
import type { Profile } from '../../shared/domain/app/profile.schema.js'
import type { Environment } from '../../shared/domain/environment.js'
import type {
  ConsoleEvents,
  ConsoleFields,
  ConsoleOperation,
  ConsoleOutcome,
  ConsolePage,
} from '../../shared/domain/institution/institution-view.js'
import { epochMs } from '../../shared/domain/time.js'
import type { OperationId } from '../../shared/wire/catalog.js'
import { basic, brokerage } from '../contract/practice/broker/broker-fixture.js'
import { expectOk } from '../harness/system/expect-ok.js'
import { until } from '../harness/system/until.js'
import { entryOf } from './examples/example-tables.js'
import { createContext, type Context } from './session/context.js'
import { isFlow } from './session/example.js'
import { openSession, type Session } from './session/session.js'
import { removeFolder } from '../harness/system/remove-folder.js'

const profileOf = (environment: Environment): Profile => ({
  id: asProfileId(`p-institution-${environment}`),
  name: `Institution ${environment}`,
  environment,
  access: 'institution',
  algorithm: 'HMAC-SHA256',
  hosts: null,
  redirect: { kind: 'loopback', port: 0 },
  createdAt: epochMs(0),
})
const PROFILE = profileOf('practice')
const LIVE = profileOf('production')

let session: Session
let context: Context
let folder: string
let log: LogFile
let desk: InstitutionConsole
let environment: Environment = 'practice'
let halted = false
let appSecret = ''
let steppedUp = true

beforeAll(async () => {
  session = await openSession()
  appSecret = session.ready.appSecret
  context = createContext(session)
  folder = await mkdtemp(join(tmpdir(), 'countersign-console-'))
  log = createLogFile({ path: join(folder, 'log'), clock: systemClock })
  desk = openConsole()
})
afterAll(async () => {
  desk.close()
  context.close()
  await session.close()
  await log.flush()
  await removeFolder(folder)
})

/** Opens a console as a start of the program does; the folder has its stored positions. */
function openConsole(): InstitutionConsole {
  const { appKey } = session.ready
  const endpoints = practiceEndpoints(session.ready)
  if (!endpoints.ok) throw new Error(endpoints.error)
  return new InstitutionConsole({
    environment: () => environment,
    profiles: () => [PROFILE, LIVE],
    problemOf: () => null,
    filesProblem: () => Promise.resolve(null),
    proxiesOf: () => Promise.resolve(chooser()),
    credentialsOf: () =>
      Promise.resolve({
        load: () => Promise.resolve({ ok: true, value: { app_key: 'k', app_secret: 's' } }),
      }),
    practice: () => ({
      endpoints: endpoints.value,
      credentials: { appKey, appSecret, algorithm: 'HMAC-SHA256' },
    }),
    lock: { steppedUp: () => steppedUp },
    isHalted: () => halted,
    userData: folder,
    log,
    network: LOOPBACK_NETWORK,
  })
}

/** Opens what recovers the orders of institutions at a start; its console is not used. */
function openLateConsole(): LateConsole {
  const { appKey } = session.ready
  const found = practiceEndpoints(session.ready)
  if (!found.ok) throw new Error(found.error)
  const opened = {
    endpoints: found.value,
    institutionKey: { appKey, appSecret, algorithm: 'HMAC-SHA256' },
  }
  const options = {
    profileSwitcher: {
      current: () => ({ ...PROFILE, id: asProfileId('p-open'), access: 'both' }),
      get: () => ({ switching: null }),
      subscribe: () => () => undefined,
    },
    holder: { current: () => ({ connection: { view: () => ({ trading: 'active' }) } }) },
    opener: {
      proxiesOf: () => Promise.resolve(chooser()),
      opened: () => opened,
      problemOf: () => null,
      filesProblem: () => Promise.resolve(null),
    },
    profiles: { all: () => [PROFILE, LIVE] },
    lock: { steppedUp: () => true },
    log,
    userData: folder,
    dial: undefined,
    network: LOOPBACK_NETWORK,
  }
  return new LateConsole(options as unknown as LateConsoleOptions)
}

/** Returns the newest record of the institution's journal. */
async function lastRecord(): Promise<{ readonly kind: string; readonly as?: string }> {
  const text = await readFile(institutionJournal(folder, PROFILE), 'utf8')
  const line = text.trimEnd().split('\n').at(-1) ?? ''
  const record = JSON.parse(line.slice(line.indexOf('{"v"'))) as { kind: string; as?: string }
  return record
}

/** Returns a request as a person enters it in the form of its operation. */
function entered({ fields }: ConsoleOperation, request: unknown): ConsoleFields {
  const valueAt = (path: string): unknown =>
    path
      .split('.')
      .reduce<unknown>((value, step) => (value as Record<string, unknown>)?.[step], request)
  return Object.fromEntries(
    fields.flatMap(({ path, kind }) => {
      const value = path === 'client_user_id' ? 'user-1' : valueAt(path)
      if (value === undefined || value === null) return []
      const text =
        kind === 'json'
          ? JSON.stringify(value)
          : kind === 'list'
            ? (value as readonly string[]).join(',')
            : String(value as string)
      return [[path, text]]
    }),
  )
}

const operationOf = (id: string): ConsoleOperation => {
  const found = consoleSections()
    .flatMap(({ operations }) => operations)
    .find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`${id} is not in the console`)
  return found
}

async function read(id: string, fields: ConsoleFields): Promise<ConsolePage> {
  const reading = expectOk(await desk.read(PROFILE.id, id, fields, null))
  if (reading.kind !== 'page') throw new Error(JSON.stringify(reading.problems))
  return reading.page
}

async function review(id: string, fields: ConsoleFields, profile = PROFILE) {
  const prepared = expectOk(await desk.prepare(profile.id, id, fields))
  if (prepared.kind !== 'review') throw new Error(JSON.stringify(prepared.problems))
  return prepared.review
}

const write = async (id: string, fields: ConsoleFields): Promise<ConsoleOutcome> =>
  expectOk(await desk.send((await review(id, fields)).ticket, ''))

/** Collects the event push while `work` runs. */
async function eventsDuring(
  source: InstitutionConsole,
  work: () => Promise<void>,
  isEnough: (view: ConsoleEvents) => boolean,
): Promise<ConsoleEvents> {
  const live = source.events(PROFILE.id)
  const stop = live.listen(() => undefined)
  await expect.poll(() => live.view().state).toBe('live')
  await work()
  await expect.poll(() => isEnough(live.view())).toBe(true)
  stop()
  return live.view()
}

describe('BROKER-1: the institution console at the practice exchange', () => {
  for (const section of consoleSections()) {
    for (const operation of section.operations) {
      it(`${section.id}: a form causes ${operation.id}`, async () => {
        const example = entryOf(operation.id as OperationId)
        if (example === undefined || isFlow(example)) throw new Error('it has no example')
        const request: unknown = await example.request(context)

        const fields = entered(operation, request)

        if (operation.isWrite) {
          expect(await write(operation.id, fields)).toMatchObject({ outcome: 'done', code: null })
        } else {
          const { rows } = await read(operation.id, fields)
          if (example.mayBeEmpty === undefined) expect(rows.length).toBeGreaterThan(0)
        }
      })
    }
  }

  it('a customer is created, listed, opened, credited, and the event push shows it', async () => {
    const forms = [basic(), brokerage('CASH')]
    let account = ''

    const { events } = await eventsDuring(
      desk,
      async () => {
        const created = await write(
          'broker.accounts.create',
          entered(operationOf('broker.accounts.create'), { forms }),
        )
        await context.advanceTime(6_000)
        const application_id = created.record?.['application_id'] ?? ''
        const [application] = (await read('broker.applications.get', { application_id })).rows
        account = application?.['account_id'] ?? ''
        await write('broker.credits.create', {
          account_id: account,
          credit_type: 'PROMOTION',
          amount: '5.00',
        })
      },
      (view) => view.events.some(({ type }) => type === 'FEES_CREDITS'),
    )

    const listed = (await read('broker.accounts.list', {})).rows
    expect(listed.some((row) => row['account_id'] === account)).toBe(true)
    const [detail] = (await read('broker.accounts.get', { account_id: account })).rows
    expect(detail).toMatchObject({ account_id: account, account_type: 'CASH' })
    expect(events.some(({ type }) => type === 'APPLICATION')).toBe(true)
    expect(
      events.some(
        ({ type, record }) => type === 'FEES_CREDITS' && record['account_id'] === account,
      ),
    ).toBe(true)
  })

  it('the event push resumes at the stored position after a restart', async () => {
    const account_id = await context.customer()
    const credit = () =>
      write('broker.credits.create', { account_id, credit_type: 'PROMOTION', amount: '1.25' })
    await eventsDuring(
      desk,
      async () => void (await credit()),
      ({ events }) => events.length > 0,
    )
    const missed = await credit()

    // The last event before may come again: its position is stored after it was shown.
    const restarted = openConsole()
    const ids = ({ events }: ConsoleEvents) => events.map(({ record }) => record['credit_id'])
    const id = missed.record?.['credit_id']
    const view = await eventsDuring(
      restarted,
      () => Promise.resolve(),
      (seen) => ids(seen).includes(id),
    )
    restarted.close()

    expect(ids(view).filter((seen) => seen === id)).toHaveLength(1)
  })

  it('says beside each field what is missing or wrong, and sends nothing', async () => {
    const answer = expectOk(
      await desk.prepare(PROFILE.id, 'broker.fees.create', {
        account_id: 'A1',
        fee_type: 'PARTY',
        amount: '',
      }),
    )
    const wrong = expectOk(
      await desk.prepare(PROFILE.id, 'broker.transfers.create', {
        account_id: 'A1',
        relationship_id: 'R1',
        transfer_method: 'ACH',
        direction: 'INCOMING',
        amount: '0.001',
      }),
    )

    expect(answer).toMatchObject({
      kind: 'problems',
      problems: [
        { path: 'fee_type', kind: 'wrong' },
        { path: 'amount', kind: 'missing' },
      ],
    })
    expect(wrong).toMatchObject({ kind: 'problems', problems: [{ path: 'amount', kind: 'wrong' }] })
  })

  it('shows exactly what a write sends, with an id of its own, and sends it once', async () => {
    const account_id = await context.customer()
    const fields = { account_id, fee_type: 'OTHER', amount: '1.00' }
    const reviewed = await review('broker.fees.create', fields)
    const body = JSON.parse(reviewed.body) as Record<string, string>

    const first = expectOk(await desk.send(reviewed.ticket, ''))
    const second = await desk.send(reviewed.ticket, '')

    expect(body).toMatchObject({ account_id, amount: '1.00' })
    expect(first.record).toMatchObject({ client_request_id: body['client_request_id'] })
    expect(second).toMatchObject({ ok: false, error: { code: 'profile/refused' } })
    expect((await review('broker.fees.create', fields)).body).not.toBe(reviewed.body)
  })

  it('leaves the outcome of a write unknown when its response is lost, and sends nothing again', async () => {
    const account_id = await context.customer()
    const fields = { account_id, credit_type: 'PROMOTION', amount: '7.77' }
    const reviewed = await review('broker.credits.create', fields)
    await session.practice.command({
      command: 'fault',
      fault: { kind: 'drop-after-effect', operation: 'broker.credits.create', count: 1 },
    } as never)

    const outcome = expectOk(await desk.send(reviewed.ticket, ''))

    expect(outcome.outcome).toBe('unknown')
    const booked = (await read('broker.cash-activities.list', { account_id })).rows.filter((row) =>
      Object.values(row).includes('7.77'),
    )
    expect(booked).toHaveLength(1)
  })

  it('reaches no institution of another environment', async () => {
    const { ticket } = await review('broker.fees.create', {
      account_id: 'A1',
      fee_type: 'OTHER',
      amount: '1.00',
    })

    const live = await desk.read(LIVE.id, 'broker.accounts.list', {}, null)
    environment = 'sandbox'
    const sent = await desk.send(ticket, '')
    const read = await desk.read(PROFILE.id, 'broker.accounts.list', {}, null)
    environment = 'practice'

    expect([live.ok, sent.ok, read.ok]).toEqual([false, false, false])
  })

  it('REL-36: sends no new order and no change of one while trading is halted, but a cancel', async () => {
    const requestOf = async (id: OperationId): Promise<ConsoleFields> => {
      const example = entryOf(id)
      if (example === undefined || isFlow(example)) throw new Error('it has no example')
      return entered(operationOf(id), await example.request(context))
    }
    halted = true
    const answers = await Promise.all(
      (['broker.orders.place', 'broker.orders.replace', 'broker.orders.cancel'] as const).map(
        async (id) => desk.send((await review(id, await requestOf(id))).ticket, ''),
      ),
    ).finally(() => (halted = false))

    const [place, replace, cancel] = answers
    for (const answer of [place, replace]) {
      expect(answer).toMatchObject({ ok: false, error: { code: 'profile/refused' } })
    }
    expect(cancel).toMatchObject({ ok: true, value: { outcome: 'done' } })
  })

  it('REL-31: an order whose answer was lost is settled by a query, also after a restart', async () => {
    const example = entryOf('broker.orders.place')
    if (example === undefined || isFlow(example)) throw new Error('it has no example')
    const fields = entered(operationOf('broker.orders.place'), await example.request(context))
    await session.practice.command({
      command: 'fault',
      fault: { kind: 'drop-after-effect', operation: 'broker.orders.place', count: 1 },
    })
    const newest = async (console: InstitutionConsole) =>
      expectOk(await console.orders(PROFILE.id)).rows[0]

    expect(await write('broker.orders.place', fields)).toMatchObject({ outcome: 'unknown' })
    expect(await newest(desk)).toMatchObject({ kind: 'place', state: 'checking' })
    // As a start after a crash: the journal is all that it has.
    desk.close()
    desk = openConsole()
    expect(await desk.recover(PROFILE.id)).toBe(true)

    await until('the order is settled', async () => (await newest(desk))?.state === 'done')
    const id = (await newest(desk))?.clientOrderId
    const journal = await readFile(
      join(folder, 'practice', 'profiles', PROFILE.id, 'institution-orders.journal'),
      'utf8',
    )
    expect(journal.match(new RegExp(`"kind":"intent"[^\\n]*${id}`, 'g'))).toHaveLength(1)
  })

  it('REL-31: a start settles such an order although nobody opens the console', async () => {
    const example = entryOf('broker.orders.place')
    if (example === undefined || isFlow(example)) throw new Error('it has no example')
    const fields = entered(operationOf('broker.orders.place'), await example.request(context))
    const lose = (kind: FaultName, operation: string, count: number) =>
      session.practice.command({ command: 'fault', fault: { kind, operation, count } })
    await lose('drop-after-effect', 'broker.orders.place', 1)
    expect(await write('broker.orders.place', fields)).toMatchObject({ outcome: 'unknown' })
    desk.close()
    // The order shows up late: the first queries of the next run have no answer.
    await lose('drop-before-effect', 'broker.orders.get', 4)

    const late = openLateConsole()
    try {
      await until('the order is settled', async () => (await lastRecord()).kind === 'settled')
      expect(await lastRecord()).toMatchObject({ as: 'done' })
    } finally {
      late.stop()
      desk = openConsole()
    }
    const { rows } = expectOk(await desk.orders(PROFILE.id))
    expect(rows[0]).toMatchObject({ kind: 'place', state: 'done' })
  })

  it('uses the key that the profile has now', async () => {
    await read('broker.accounts.list', {})
    appSecret = 'changed'
    const refused = await desk.read(PROFILE.id, 'broker.accounts.list', {}, null)
    appSecret = session.ready.appSecret
    const next = await desk.read(PROFILE.id, 'broker.accounts.list', {}, null)

    expect([refused.ok, next.ok]).toEqual([false, true])
  })

  it('requires the typed word and the identity for production', async () => {
    environment = 'production'
    const { ticket, word } = await review(
      'broker.fees.create',
      { account_id: 'A1', fee_type: 'OTHER', amount: '1.00' },
      LIVE,
    )
    const withoutWord = await desk.send(ticket, 'production')
    steppedUp = false
    const withoutIdentity = await desk.send(ticket, word ?? '')
    steppedUp = true
    environment = 'practice'

    expect(word).toBe('PRODUCTION')
    expect(withoutWord).toMatchObject({ ok: false, error: { code: 'profile/refused' } })
    expect(withoutIdentity).toMatchObject({ ok: false, error: { code: 'lock/step-up' } })
  })

  it('writes each write to the log, without what was entered', async () => {
    const account_id = await context.customer()
    await write('broker.fees.create', { account_id, fee_type: 'OTHER', amount: '3.33' })

    const lines = log.recent().filter(({ name }) => name.startsWith('institution.'))

    expect(lines.map(({ name }) => name).slice(-2)).toEqual([
      'institution.sending',
      'institution.sent',
    ])
    expect(JSON.stringify(lines)).not.toContain(account_id)
  })
})
