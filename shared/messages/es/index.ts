import type { CatalogueLike } from '../catalogue.js'
import type { EnglishCatalogue } from '../en/index.js'
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

/** Every sentence in Spanish. */
export const spanish: CatalogueLike<EnglishCatalogue> = {
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
}
