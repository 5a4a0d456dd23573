import type { connectPanelText } from '../../../../en/window/panels/connect.js'
import type { Translated } from '../../../../translated.js'

/** The guide that connects an account of a broker, in Spanish. */
export const connectPanelTextEs: Translated<typeof connectPanelText> = {
  guideHere: 'Seguir en la guía',
  step: (now, total, name) => `Paso ${now} de ${total}: ${name}`,
  steps: {
    register: 'En el bróker',
    enter: 'Introducir las claves',
    test: 'Probar la conexión',
    check: 'Antes del dinero real',
  },
  back: 'Atrás',
  continue: 'Continuar',
  intro: {
    sandbox:
      'Primero el entorno de pruebas del bróker (sandbox): dinero ficticio y precios con retraso. Su cuenta viene después. Nada se envía al bróker antes de que pulse la prueba.',
    production:
      'Su cuenta tiene una clave propia: la del entorno de pruebas no sirve aquí. Los pasos en el bróker son los mismos.',
  },
  way: 'Cómo obtiene acceso Countersign',
  ways: {
    key: {
      title: 'Clave de la aplicación (recomendado)',
      advice:
        'Para su propia cuenta. Usted mismo crea la clave; funcionan las órdenes, los precios y los eventos de órdenes. La aplicación del bróker le pide un código de vez en cuando.',
    },
    connect: {
      title: 'Inicio de sesión en el navegador (Connect)',
      advice:
        'Solo si el bróker le dio un ID de cliente. Inicia sesión en la página del bróker; los precios necesitan además la clave de la aplicación.',
    },
    both: {
      title: 'Ambos',
      advice:
        'El inicio de sesión en el navegador muestra las cuentas; la clave de la aplicación envía órdenes y lee precios.',
    },
  },
  create: {
    title: 'Qué crear en el bróker',
    sandbox: [
      'Inicie sesión en el sitio web del bróker. Bajo su imagen elija «Developer Tool».',
      'Abra «OpenAPI Management», «My Application», y solicite el acceso a la operativa simulada (paper trading). Se aprueba enseguida.',
      'Registre allí una aplicación y genere su clave. Recibe un App Key y un App Secret; el secreto se muestra una sola vez.',
    ],
    production: [
      'Inicie sesión en el sitio web del bróker. Bajo su imagen elija «Developer Tool».',
      'Abra «OpenAPI Management», «My Application», y solicite la Trading API. La revisión del bróker tarda uno o dos días laborables.',
      'Registre una aplicación, genere su clave con una validez larga y guarde ambos valores. Los precios actuales necesitan la suscripción de datos de mercado del bróker para su API.',
    ],
    connect:
      'El ID de cliente, el secreto del cliente y el ámbito los da el equipo de socios del bróker, para esta dirección de retorno:',
  },
  links: {
    'broker-site': 'Abrir el sitio web del bróker',
    'broker-key-guide': 'Instrucciones para la clave',
    'broker-connect-guide': 'Acerca de Connect',
  },
  enter: {
    intro: 'Copie cada valor como lo muestra el bróker.',
    safe: 'Se guardan en el almacén de claves de este equipo y no se vuelven a mostrar.',
    stored: 'Guardado. Déjelo vacío para conservarlo.',
    save: 'Guardar y probar',
    saveAndOpen: 'Guardar, probar y abrir',
  },
  test: {
    running: 'Probando la conexión',
    good: 'Todo lo que se puede probar antes de iniciar sesión funciona.',
    bad: 'Algo no funciona todavía. Cada línea dice qué hacer.',
    again: 'Probar de nuevo',
    open: 'Abrir el entorno de pruebas',
    change: 'Cambiar lo que introduje',
    copy: 'Copiar para soporte',
    copied: 'Copiado, sin sus claves',
  },
  check: {
    intro:
      'Estas cuatro cosas mantienen pequeño un error. Se marcan cuando han ocurrido, no cuando usted lo dice.',
    done: 'hecho',
    open: 'todavía no',
    names: {
      'sandbox-order': 'Una orden ejecutada en el entorno de pruebas',
      limits: 'Sus propios límites para esta cuenta',
      halt: 'Se probó una detención',
      lock: 'Un bloqueo para Countersign',
    },
    on: (day, profile) => `${day}, «${profile}»`,
    orderHint: 'Envíe una orden pequeña en el entorno de pruebas y espere su ejecución.',
    maxNotional: 'Máximo por orden ($)',
    maxDailyLoss: 'Pérdida diaria máxima ($)',
    passphrase: 'Frase de acceso',
    repeated: 'Repita la frase de acceso',
    protect: 'Guardar límites y bloqueo',
    saveLimits: 'Guardar límites',
    saveLock: 'Poner el bloqueo',
    amounts: 'Ambos límites son importes mayores que cero.',
    haltHint:
      'Detiene el perfil que está abierto ahora, al instante y sin pregunta, como el atajo. Reanúdelo en la barra sobre los gráficos.',
    halt: 'Detener la negociación ahora',
    halted: 'La negociación está detenida aquí. Su cuenta no se ve afectada.',
    incomplete: 'Puede seguir sin ellas; Countersign trabaja entonces sin esa protección.',
    word: 'Después, la palabra',
  },
}
