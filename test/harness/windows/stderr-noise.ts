/**
 * Lines that Chromium and Node print on a machine without system bus, GPU or window manager.
 * Anything else on stderr is ours, and a test may fail on it.
 */
const NOISE: readonly RegExp[] = [
  /^\s*$/,
  /(dbus|bus)[\w/]*\.cc\(\d+\)\]/,
  /Failed to connect to the bus/,
  /(viz_main_impl|gpu_\w+|gl_\w+|egl_\w+|gles2_\w+|command_buffer_proxy_impl|angle_\w+|vaapi_\w+|vulkan\w*)\.cc\(\d+\)\]/,
  /(GPU|libGL|MESA|Vulkan|ANGLE)[ :-]/,
  /(Debugger|DevTools) listening on ws:/,
  /Debugger (attached|ending)/,
  /Waiting for the debugger to disconnect/,
  /For help, see: https:\/\/nodejs\.org\//,
  // Chromium's own race between a frame that goes and the messages about it.
  /interface_endpoint_client\.cc\(\d+\)\] Message \d+ rejected by interface blink\.mojom\.WidgetHost/,
  // Chromium's clocks for a frame, on a machine that was busy between two of them.
  /Frame latency is negative/,
  /Gtk-(WARNING|CRITICAL|Message)|GLib-GObject|dconf-WARNING|libnotify/,
]

/** Whether a line of stderr is the machine's and not the application's. */
export function isNoise(line: string): boolean {
  return NOISE.some((pattern) => pattern.test(line))
}
