// The floor of the figures with a feed: prices of another process in a page that only sets text.
const { fork } = require('node:child_process')
const path = require('node:path')
const { app, BrowserWindow } = require('electron')

void app.whenReady().then(async () => {
  const window = new BrowserWindow({
    width: 1560,
    height: 1380,
    // The preload reads the environment.
    webPreferences: {
      contextIsolation: false,
      sandbox: false,
      preload: path.join(__dirname, 'preload.cjs'),
    },
  })
  await window.loadFile(path.join(__dirname, 'index.html'))
  const publisher = fork(path.join(__dirname, 'publisher.cjs'), [process.env.FEED_PER_SECOND])
  publisher.on('message', (batch) =>
    window.webContents.send('prices', batch, performance.timeOrigin + performance.now()),
  )
  app.on('will-quit', () => publisher.kill())
})
app.on('window-all-closed', () => app.quit())
