/**
 * Lines that Chromium and Node print on a machine without system bus, GPU or window manager. Every
 * other line on stderr is the application's, and a test may fail on it.
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
  // A race in Chromium between a closing frame and messages for it.
  /interface_endpoint_client\.cc\(\d+\)\] Message \d+ rejected by interface blink\.mojom\.WidgetHost/,
  // Chromium's frame timing on a busy machine.
  /Frame latency is negative/,
  /Gtk-(WARNING|CRITICAL|Message)|GLib-GObject|dconf-WARNING|libnotify/,
]

/** Returns true for a line of stderr that the machine caused, not the application. */
export function isNoise(line: string): boolean {
  return NOISE.some((pattern) => pattern.test(line))
}
