import type { Environment } from '../../domain/environment.js'

const ENVIRONMENTS: Readonly<Record<Environment, string>> = {
  practice: 'Practice',
  sandbox: 'Sandbox',
  production: 'Production',
}

/** Files, processes and windows of Countersign. */
export const system = {
  settingsNotSaved: 'Your settings could not be saved on this computer.',
  settingNotSaved: 'The setting could not be saved on this computer.',
  fileNotWritten: 'The file could not be written there.',
  fileNotRead: 'The file could not be read.',
  exportAuditTitle: ({ environment }: { readonly environment: Environment }) =>
    `Export the audit log (${ENVIRONMENTS[environment]})`,
  exportReceiptTitle: ({ environment }: { readonly environment: Environment }) =>
    `Export the receipt (${ENVIRONMENTS[environment]})`,
  exchangeRestarting: 'The practice exchange stopped; it is being started again.',
  exchangeRestarted:
    'The practice exchange stopped and was started again; your orders were looked up, not sent again.',
  exchangeUnreadable: 'The practice exchange sent an unreadable response.',
  noOrder: 'No order was placed.',
  ordersRecovered:
    'Orders in progress are in the journal: the next start looks them up and sends none again.',
} as const
