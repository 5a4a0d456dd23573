import type { logText } from '../../../../../en/window/panels/records/log.js'
import type { Translated } from '../../../../../translated.js'

/** Texts of the log of requests, in Spanish. */
export const logTextEs: Translated<typeof logText> = {
  title: 'Registro de peticiones',
  empty: 'Todavía no hay peticiones',
  hint: 'Peticiones de esta sesión, solo en memoria: nunca contienen números de cuenta, claves ni códigos.',
  familyFilter: 'Filtrar por área',
  families: {
    all: 'Todas las áreas',
    auth: 'Clave de aplicación',
    connect: 'Inicio de sesión',
    trading: 'Operativa',
    market: 'Datos de mercado',
    broker: 'Broker API',
  },
  resultFilter: 'Filtrar por resultado',
  results: { all: 'Todos los resultados', ok: 'Correctas', failed: 'Fallidas' },
  search: 'Buscar en el registro',
  detail: 'Petición',
  heads: {
    time: 'Hora ET',
    timeLong: 'Hora de Nueva York (ET)',
    operation: 'Operación',
    result: 'Resultado',
    latency: 'ms',
    rows: 'Filas',
    message: 'Mensaje',
    params: 'Parámetros',
    brokerCode: 'Código del bróker',
    class: 'Clase',
    method: 'Método',
    host: 'Servidor',
    path: 'Ruta',
    number: 'N.º',
  },
}
