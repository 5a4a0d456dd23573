import type { CatalogueSection } from '../catalogue.js'
import { assistants } from './assistants.js'
import { auth } from './auth.js'
import { channel } from './channel.js'
import { connection } from './connection.js'
import { draft } from './draft.js'
import { errors } from './errors.js'
import { ipc } from './ipc.js'
import { lock } from './lock.js'
import { orders } from './orders.js'
import { profiles } from './profiles.js'
import { provider } from './provider.js'
import { risk } from './risk.js'
import { session } from './session.js'
import { storage } from './storage.js'
import { system } from './system.js'

/** Every sentence that a person or an assistant reads, in English. */
export const english = {
  assistants,
  auth,
  channel,
  connection,
  draft,
  errors,
  ipc,
  lock,
  orders,
  profiles,
  provider,
  risk,
  session,
  storage,
  system,
} as const satisfies Readonly<Record<string, CatalogueSection>>
export type EnglishCatalogue = typeof english
