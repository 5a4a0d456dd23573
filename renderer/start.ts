import './styles/before-start.css'

// The program of the window is a megabyte. It is imported rather than part of this script, so that
// the places of its panels are painted while it is read and compiled.
void import('./main.js')
