import type { Environment } from '../../domain/environment.js'
import type { CatalogueLike } from '../catalogue.js'
import type { EnglishCatalogue } from '../en/index.js'

const ENVIRONMENTS: Readonly<Record<Environment, string>> = {
  practice: 'Práctica',
  sandbox: 'Pruebas',
  production: 'Producción',
}

/** Files, processes and windows of Countersign, in Spanish. */
export const system: CatalogueLike<EnglishCatalogue>['system'] = {
  settingsNotSaved: 'Sus ajustes no se pudieron guardar en este equipo.',
  settingNotSaved: 'El ajuste no se pudo guardar en este equipo.',
  fileNotWritten: 'El archivo no se pudo escribir ahí.',
  fileNotRead: 'El archivo no se pudo leer.',
  exportAuditTitle: ({ environment }) =>
    `Exportar el registro de auditoría (${ENVIRONMENTS[environment]})`,
  exportReceiptTitle: ({ environment }) => `Exportar el comprobante (${ENVIRONMENTS[environment]})`,
  exchangeRestarting: 'El mercado de práctica se detuvo y se está iniciando de nuevo.',
  exchangeRestarted:
    'El mercado de práctica se detuvo y se inició de nuevo; sus órdenes se consultaron, no se enviaron otra vez.',
  exchangeUnreadable: 'El mercado de práctica envió una respuesta ilegible.',
  noOrder: 'No se colocó ninguna orden.',
  ordersRecovered:
    'Las órdenes en curso están en el diario: el próximo inicio las consulta y no envía ninguna otra vez.',
}
