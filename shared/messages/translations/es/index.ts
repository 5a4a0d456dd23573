import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'
import { alerts } from './program/alerts.js'
import { assistants } from './assistants.js'
import { audit } from './audit.js'
import { auth } from './auth.js'
import { channel } from './channel.js'
import { brokerEvents } from './broker/broker-events.js'
import { card } from './instructions/card.js'
import { clients } from './instructions/clients.js'
import { combo } from './combo.js'
import { connection } from './connection.js'
import { decisions } from './instructions/decisions.js'
import { draft } from './draft.js'
import { errors } from './errors.js'
import { ipc } from './ipc.js'
import { killSwitch } from './instructions/kill-switch.js'
import { lock } from './lock.js'
import { order } from './instructions/order.js'
import { orders } from './orders.js'
import { outcomes } from './instructions/outcomes.js'
import { policy } from './instructions/policy.js'
import { practice } from './broker/practice.js'
import { profiles } from './profiles.js'
import { provider } from './provider.js'
import { leaveProfile, quit } from './program/leave.js'
import { notifications } from './program/notifications.js'
import { refusals } from './instructions/refusals.js'
import { reminder } from './instructions/reminder.js'
import { risk } from './risk.js'
import { session } from './session.js'
import { start } from './program/start.js'
import { updates } from './program/updates.js'
import { storage } from './storage.js'
import { system } from './system.js'
import { waiting } from './instructions/waiting.js'
import { watchlists } from './watchlists.js'
import { workspaces } from './program/workspaces.js'
import { windowChanges } from './instructions/window-changes.js'

/** Every sentence in Spanish. */
export const catalogue: CatalogueLike<EnglishCatalogue> = {
  alerts,
  assistants,
  audit,
  auth,
  channel,
  brokerEvents,
  card,
  clients,
  combo,
  connection,
  decisions,
  draft,
  errors,
  ipc,
  killSwitch,
  lock,
  order,
  orders,
  outcomes,
  policy,
  practice,
  profiles,
  provider,
  quit,
  leaveProfile,
  notifications,
  refusals,
  reminder,
  risk,
  session,
  start,
  storage,
  system,
  updates,
  waiting,
  watchlists,
  workspaces,
  windowChanges,
}
