import type { Environment } from '../../../../domain/environment.js'
import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'

const ENVIRONMENTS: Readonly<Record<Environment, string>> = {
  practice: 'del perfil de práctica',
  sandbox: 'del perfil de pruebas',
  production: 'del perfil de producción',
}

/** What the practice exchange found in its data folder, in Spanish. */
export const practice: CatalogueLike<EnglishCatalogue>['practice'] = {
  accountsFromPrevious:
    'Faltaba o estaba dañado el último guardado de su cuenta de práctica. Se sustituyó por el anterior y se aplicó de nuevo todo lo registrado desde entonces.',
  accountsNew:
    'No se pudo leer ningún guardado de su cuenta de práctica. La práctica empieza de nuevo: las órdenes, posiciones y saldos de práctica anteriores se perdieron.',
  accountsFiles: ({ files }, { list }) =>
    `Los guardados dañados de su cuenta de práctica se archivaron como ${list(files)}.`,
  logMissing:
    'Se eliminó el registro de sus últimos cambios de práctica. Faltan órdenes y ejecuciones de los últimos segundos; compruebe sus órdenes y posiciones de práctica.',
  logCut:
    'El registro de sus últimos cambios de práctica fue cortado o vaciado. Faltan órdenes y ejecuciones de su final; compruebe sus órdenes y posiciones de práctica.',
  logFiles: ({ files }, { list }) =>
    `Una parte de lo último que ocurrió no se pudo leer y se archivó como ${list(files)}. Faltan sus órdenes y ejecuciones; compruebe sus órdenes y posiciones de práctica.`,
  notRepeated: ({ reason }) =>
    `Lo ocurrido después del último guardado no se pudo repetir (${reason}). Su cuenta de práctica está como en ese guardado.`,
  repeatedOtherwise: ({ different, repeated, example }, { count }) =>
    `${count(different)} de los últimos ${count(repeated)} cambios de práctica no se pudieron repetir con exactitud (${example}). Compruebe sus órdenes y posiciones de práctica.`,
  eventsLost: ({ aside }) =>
    `El registro de los eventos que envía la Broker API estaba dañado o fue eliminado${aside === null ? '' : `; hay una copia en ${aside}`}. Los clientes que continúen desde antes del daño serán rechazados y deben leer el estado de nuevo. Las órdenes, posiciones y saldos no cambiaron.`,
  keysNew: ({ file }) =>
    `El archivo de claves del mercado de práctica estaba dañado. Se archivó como ${file} y se usan claves nuevas.`,
  noReport: ({ symbol }) =>
    `${symbol} no presenta resultados: solo lo hacen las empresas. Elija una acción.`,
  scenarioTaken:
    'El mismo escenario está previsto o en curso. Espere a que termine o salte más allá de su fin.',
  notPlanned: ({ symbol }) => `El escenario de ${symbol} ya empezó o ya se anuló.`,
  scenariosFull:
    'Esta bolsa de práctica no guarda más escenarios. Un restablecimiento empieza sin ninguno.',
  resetOnly: 'Solo se puede restablecer la bolsa de práctica. Abra antes un perfil de práctica.',
  seedFixed:
    'La semilla de esta bolsa está fijada en la línea de comandos con la que se inició Countersign. Elija «El mismo mercado» o inicie sin ella.',
  replayFixed:
    'Este perfil repite un día grabado, que solo tiene un mercado. Elija «El mismo mercado»: el día empieza de nuevo.',
  notRecorded: ({ day }) =>
    `${day} no es un día que esta bolsa de práctica recorriera hasta su cierre.`,
  dayNotOver: ({ day }) =>
    `No se puede repetir ${day}: no es un día de negociación o su sesión regular aún no ha terminado.`,
  replayNotListed: ({ symbol }) =>
    `El bróker no incluye ${symbol}, así que sus barras no se pueden repetir.`,
  replayStocksOnly: ({ symbol }) =>
    `${symbol} no es una acción ni un ETF. No se pueden repetir barras de opciones, futuros, criptomonedas ni contratos de eventos.`,
  noBars: ({ symbol, day }) =>
    `El bróker no dio barras de un minuto de ${symbol} de la sesión regular de ${day}. Los brókeres guardan minutos solo de días recientes; elija un día posterior.`,
  barUnplayable: ({ symbol, time }) =>
    `La barra de ${symbol} de ${time} no se puede repetir con exactitud: tiene un precio sin volumen o más fino que una centésima de centavo, o su apertura o cierre queda fuera de su rango. No se inició nada.`,
  replaysBars: ({ symbol, day, environment, profile, quiet }, { plural }) =>
    `${symbol} sigue barras de un minuto grabadas del ${day}, ${ENVIRONMENTS[environment]} ${profile}. Todo lo demás es simulado, también su compra y su venta.${
      quiet === 0
        ? ''
        : plural(quiet, {
            one: ' # minuto de la sesión no tiene barra: no se negocia nada en él.',
            other: ' # minutos de la sesión no tienen barra: no se negocia nada en ellos.',
          })
    }`,
  setAside: ({ folder }) =>
    `La bolsa anterior, sus órdenes, su diario y sus notas están en la carpeta ${folder} de los datos de Countersign.`,
  notSetAside: 'No se perdió nada.',
  brokerRecordsNew:
    'No se pudieron leer los registros guardados de la Broker API; empiezan de nuevo.',
  certificateEnding:
    'El certificado del mercado de práctica estaba por vencer; hay uno nuevo. Los programas que confían en el anterior necesitan otra vez ca.pem.',
  certificateNames:
    'El certificado del mercado de práctica era para otros nombres; hay uno nuevo. Los programas que confían en el anterior necesitan otra vez ca.pem.',
  certificateDamaged:
    'No se pudo leer el certificado del mercado de práctica; hay uno nuevo. Los programas que confían en el anterior necesitan otra vez ca.pem.',
}
