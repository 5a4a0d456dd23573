// The floor of every startup and memory figure: one window of the same runtime with one line of
// text, or as many as EMPTY_WINDOWS says.
const path = require('node:path')
const { app, BrowserWindow } = require('electron')

function openWindow() {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadFile(path.join(__dirname, 'index.html'))
}

void app.whenReady().then(() => {
  for (let count = 0; count < Number(process.env.EMPTY_WINDOWS ?? 1); count += 1) openWindow()
})
app.on('window-all-closed', () => app.quit())
