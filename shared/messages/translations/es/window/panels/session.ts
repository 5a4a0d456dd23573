import type { sessionText } from '../../../../en/window/panels/session.js'
import type { Translated } from '../../../../translated.js'

/** Texts of the session panel, in Spanish. */
export const sessionTextEs: Translated<typeof sessionText> = {
  tokens: 'Inicio de sesión',
  kinds: {
    app: 'Token de clave de aplicación',
    access: 'Token de acceso',
    refresh: 'Token de renovación',
  },
  held: 'presente',
  none: 'ninguno',
  expires: 'caduca',
  renewed: 'renovado',
  unknownEnd: 'se renueva con el uso',
  earlier: 'en una sesión anterior',
  details: {
    profile: 'Perfil',
    version: 'Versión de la API',
    algorithm: 'Firma',
    scope: 'Alcance',
    store: 'Almacén',
    skew: 'Diferencia de reloj',
  },
  stores: { 'key-store': 'el almacén de claves de este equipo', memory: 'solo en memoria' },
  versions: ({ chosen, used, longLists }) =>
    [
      used === chosen ? used : `${used}, porque el bróker rechazó ${chosen}`,
      ...(longLists === used ? [] : [`las listas largas siguen en ${longLists}`]),
    ].join('; '),
  skew: (ms) => (ms === 0 ? 'ninguna' : `${ms > 0 ? '+' : '−'}${Math.abs(ms)} ms`),
  hosts: 'Servidores',
  roles: {
    api: 'API',
    oauth: 'API de acceso',
    passport: 'Página de acceso',
    events: 'Eventos de órdenes',
    data: 'Datos de mercado',
  },
  budgets: 'Cupo de solicitudes',
  budgetHeads: {
    operation: 'Solicitudes',
    used: 'Usadas',
    window: 'Ventana',
    resets: 'Se restablece',
  },
  noBudgets: 'Sin solicitudes en el último minuto.',
  blocked: (time) => `bloqueado durante ${time}`,
  seconds: (n) => `${n} s`,
  events: 'Registro de eventos',
  noEvents: 'Sin eventos.',
  refresh: 'Actualizar',
}
