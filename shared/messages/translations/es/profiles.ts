import type { Exposure } from '../../../domain/app/exposure.js'
import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'

const FIELDS: Readonly<Record<string, string>> = {
  app_key: 'clave de aplicación',
  app_secret: 'secreto de aplicación',
  client_id: 'ID de cliente',
  client_secret: 'secreto de cliente',
  scope: 'alcance',
}

const REASONS: Readonly<Record<Exposure, string>> = {
  'debugging-port': 'sus ventanas se pueden controlar por un puerto de depuración',
  inspector: 'hay un inspector abierto en él',
  'no-sandbox': 'sus ventanas funcionan sin aislamiento (sandbox)',
  'test-runtime':
    'usa un entorno de ejecución para pruebas o antiguo, que no recibe actualizaciones de seguridad',
  'page-server': 'sus ventanas cargan las páginas desde un servidor de desarrollo',
  variable:
    'una variable de su entorno (como NODE_OPTIONS, NODE_DEBUG o LD_PRELOAD) puede cargar otro código o mostrar sus claves',
  'program-switch':
    'una opción con la que se inició puede cargar otro código o desviar sus conexiones',
}

/** Why an operation on a profile, its credentials or a switch failed, in Spanish. */
export const profiles: CatalogueLike<EnglishCatalogue>['profiles'] = {
  unknown: 'Ese perfil no existe.',
  institutionOnly:
    'Este perfil es de una institución: se abre en el panel Institución, no para operar.',
  institutionOpen: 'Este perfil está abierto para operar. Abra otro primero.',
  consoleEnvironment:
    'Esta institución es de otro entorno que el perfil abierto, así que no se envió nada.',
  consoleChecking:
    'Todavía se pregunta al bróker qué fue de la última solicitud de esta orden. No se envió nada.',
  consoleNotJournaled: 'La solicitud no se pudo escribir en el registro. No se envió nada.',
  consoleUnknown: 'La consola de instituciones no tiene esta operación.',
  consoleHalted:
    'La negociación está detenida en Countersign, así que esta orden no se envió. Reanúdela primero.',
  consoleTicket: 'Esta solicitud ya se envió o se descartó. Revísela otra vez.',
  open: 'Este perfil está abierto. Cambie antes a otro.',
  nothingToTest: 'El mercado de práctica se ejecuta dentro de Countersign; no hay nada que probar.',
  wrongAddresses: 'Las direcciones de este perfil no se pueden usar. Revise sus servidores.',
  productionHost: 'Este perfil de pruebas nombra un servidor de producción. Revise sus servidores.',
  keyMissing: 'Introduzca antes la clave de aplicación y su secreto.',
  ownCredentials: 'Un perfil de práctica crea sus propias credenciales.',
  credentialsMissing: ({ fields }) =>
    `A este perfil le falta: ${fields.map((field) => FIELDS[field] ?? field).join(', ')}. Introdúzcalo en sus credenciales.`,
  nothingToPaste: 'El navegador de este perfil responde por sí mismo; no hay nada que pegar.',
  builtInFixed: 'Al perfil de práctica integrado solo se le puede cambiar el nombre.',
  builtInStays: 'El perfil de práctica integrado no se puede eliminar.',
  hostsFixed: 'Solo un perfil de pruebas puede nombrar otros servidores.',
  nameTaken: ({ name }) => `Otro perfil se llama «${name}».`,
  tooMany: ({ max }) => `Puede haber como máximo ${max} perfiles.`,
  unusable:
    'No se guardó: un nombre o una dirección de este perfil tiene una forma que no se puede guardar.',
  notSaved: 'Los perfiles no se pudieron guardar en este equipo.',
  fileTooLarge: 'Este archivo es demasiado grande para un perfil.',
  notAProfile: 'Este archivo no es un perfil exportado.',
  newerVersion: 'Este perfil se exportó con una versión más reciente de Countersign.',
  newerFile: ({ file, program }) =>
    `${file} fue escrito por una versión más reciente de Countersign${program === null ? '' : ` (${program})`}. El perfil no se abrió: no se cambió nada en él y no se envió ninguna orden. Las órdenes en el bróker siguen. Instale e inicie esa versión, o abra otro perfil.`,
  wrongValue: ({ member }) => `Este perfil tiene un valor incorrecto en «${member}».`,
  credentialShape:
    'Una credencial es una sola palabra de caracteres simples, tal como la muestra el bróker.',
  alreadySwitching: 'Countersign ya está cambiando a otro perfil.',
  alreadyOpen: 'Este perfil ya está abierto.',
  noSession: 'No hay ninguna sesión que armar para operar.',
  confirmFirst: 'Confirme antes su identidad: introduzca la contraseña.',
  exposed: ({ exposures }, { list }) =>
    `Otro programa de este equipo podría actuar como Countersign, porque ${list(exposures.map((exposure) => REASONS[exposure]))}. Sandbox y producción solo se abren sin eso.`,
  wrongWord: 'Esa no es la palabra que pide el cuadro de diálogo. No se activó ni se envió nada.',
  sessionNotBuilt: 'La sesión no se pudo abrir.',
  loginNotOpened: 'La página de inicio de sesión no se pudo abrir en el navegador.',
  unknownFailure: 'Falló por un motivo desconocido.',
  withdrawn: ({ count }, { plural }) =>
    plural(count, { one: 'se retiró # instrucción', other: 'se retiraron # instrucciones' }),
  unsettled: ({ count }, { plural }) =>
    plural(count, {
      one: '# orden no tiene resultado conocido; se consulta cuando este perfil se abra de nuevo',
      other:
        '# órdenes no tienen resultado conocido; se consultan cuando este perfil se abra de nuevo',
    }),
  replayName: ({ day }: { readonly day: string }) => `Repetición ${day}`,
  replayBarsName: ({ symbol, day }) => `${symbol} ${day} repetición`,
  limitsOnlyLower:
    'Estos límites permiten más que los guardados, así que no se cambió nada. Suba los límites en Ajustes, con este perfil abierto.',
  limitsOutOfRange: 'Un límite es un importe mayor que cero. No se cambió nada.',
  limitsUnreadable:
    'No se pueden leer los límites guardados de este perfil. No se cambió nada; abra el perfil para ver qué fue de ellos.',
  exportTitle: 'Exportar el perfil',
  importTitle: 'Importar un perfil',
}
