import type { hostedText } from '../../../../../en/window/panels/assistants/hosted.js'
import type { Translated } from '../../../../../translated.js'

const SCOPES: Readonly<Record<string, string>> = {
  'account:read': 'cuentas',
  'order:read': 'órdenes',
  'order:write': 'solicitudes de órdenes',
  'market:read': 'precios',
  'instrument:read': 'instrumentos',
}

/** Texts of the broker's hosted MCP server, in Spanish. */
export const hostedTextEs: Translated<typeof hostedText> = {
  title: 'Alojado por el bróker',
  hint: 'Atiende a asistentes con su propio inicio de sesión. Sus solicitudes aparecen aquí.',
  states: {
    off: 'desactivado',
    listening: 'en servicio',
    'port-in-use': 'puerto ocupado',
    failed: 'error',
  },
  number: 'Puerto alojado',
  numberProblem: 'Un número de 1024 a 65535',
  on: 'Activar',
  off: 'Desactivar',
  move: 'Cambiar',
  inUse:
    'Otro programa usa este puerto. Elija otro y cámbielo también en la configuración de sus asistentes.',
  failed: 'No se pudo abrir la dirección.',
  unreachable: 'El bróker no responde: las solicitudes pendientes allí pueden haber cambiado.',
  copy: 'Copiar dirección',
  copied: 'Copiada',
  trust: 'Copiar la ruta del certificado',
  trustHint: (file) => `Los clientes deben confiar en este certificado: ${file}`,
  hosted: 'alojado',
  signedOut: 'Alojado por el bróker · sesión cerrada allí',
  may: ({ scopes, accounts }) =>
    `Alojado por el bróker · acceso a ${scopes.map((scope) => SCOPES[scope] ?? scope).join(', ')} · ${accounts.length === 1 ? '1 cuenta' : `${accounts.length} cuentas`}`,
}
