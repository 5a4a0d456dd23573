import type { AppResult } from '../../shared/domain/app/app-error.js'
import type { ProfileId } from '../../shared/domain/app/profile.js'
import type {
  ConsoleAccountForm,
  ConsoleCatalog,
  ConsoleEvents,
  ConsoleFields,
  ConsoleOrders,
  ConsoleOutcome,
  ConsolePreparation,
  ConsoleReading,
} from '../../shared/domain/institution/institution-view.js'
import type { institutionContract } from '../../shared/ipc/institution-contract.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { Handlers } from './handler.js'

/** The event push of one institution; it is connected while it has listeners. */
export interface ConsoleEventSource {
  view(): ConsoleEvents
  listen(changed: () => void): Disposer
}

/** The institution console as windows use it. */
export interface ConsoleServices {
  catalog(): AppResult<ConsoleCatalog>
  read(
    profile: ProfileId,
    operation: string,
    fields: ConsoleFields,
    cursor: string | null,
  ): AppResult<ConsoleReading>
  orders(profile: ProfileId): AppResult<ConsoleOrders>
  form(profile: ProfileId, code: string): AppResult<ConsoleAccountForm>
  prepare(
    profile: ProfileId,
    operation: string,
    fields: ConsoleFields,
  ): AppResult<ConsolePreparation>
  send(ticket: string, word: string): AppResult<ConsoleOutcome>
  events(profile: ProfileId): ConsoleEventSource
}

type InstitutionHandlers = Pick<Handlers, keyof typeof institutionContract>

/** Creates the operations of the institution console, which is loaded with the first of them. */
export function createInstitutionHandlers(
  services: () => Promise<ConsoleServices>,
): InstitutionHandlers {
  return {
    'institution.catalog': async () => (await services()).catalog(),
    'institution.read': async ({ profile, operation, fields, cursor }) =>
      (await services()).read(profile, operation, fields, cursor),
    'institution.orders': async ({ profile }) => (await services()).orders(profile),
    'institution.form': async ({ profile, code }) => (await services()).form(profile, code),
    'institution.prepare': async ({ profile, operation, fields }) =>
      (await services()).prepare(profile, operation, fields),
    'institution.send': async ({ ticket, word }) => (await services()).send(ticket, word),
  }
}
