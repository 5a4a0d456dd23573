// The baseline of every startup and memory figure: one window of the same runtime with one line of
// text.
const path = require('node:path')
const { app, BrowserWindow } = require('electron')

void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadFile(path.join(__dirname, 'index.html'))
})
app.on('window-all-closed', () => app.quit())
