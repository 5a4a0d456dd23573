; Installs Countersign for the person who runs it, without administrator rights. Everything that
; differs between builds is defined by installer.mjs.
Unicode true
Name "${MENU_NAME}"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\${FOLDER}"
RequestExecutionLevel user
SetCompressor /SOLID ${COMPRESSOR}
ShowInstDetails nevershow
ShowUninstDetails nevershow
ManifestDPIAware true
Icon "${ICON}"
UninstallIcon "${ICON}"
BrandingText "${MENU_NAME} ${VERSION}"

VIProductVersion "${VERSION_FOUR}"
VIAddVersionKey "ProductName" "${MENU_NAME}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "${MENU_NAME} installer"
VIAddVersionKey "CompanyName" "${COMPANY}"
VIAddVersionKey "LegalCopyright" "All rights are reserved."

!define REGISTRATION "Software\Microsoft\Windows\CurrentVersion\Uninstall\${FOLDER}"

Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

Section
  SetOutPath "$INSTDIR"
  ; A running program holds its executable open: end with words instead of half an installation.
  ClearErrors
  IfFileExists "$INSTDIR\Countersign.exe" 0 free
  FileOpen $0 "$INSTDIR\Countersign.exe" a
  IfErrors running
  FileClose $0
  RMDir /r "$INSTDIR\resources"
  Goto free
running:
  MessageBox MB_OK|MB_ICONEXCLAMATION "${MENU_NAME} is running. Close it, then run this installer again." /SD IDOK
  SetErrorLevel 2
  Quit
free:
  File /r "${SOURCE}\*"
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  CreateShortCut "$SMPROGRAMS\${MENU_NAME}.lnk" "$INSTDIR\Countersign.exe"
  WriteRegStr HKCU "${REGISTRATION}" "DisplayName" "${MENU_NAME}"
  WriteRegStr HKCU "${REGISTRATION}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${REGISTRATION}" "DisplayIcon" "$INSTDIR\Countersign.exe"
  WriteRegStr HKCU "${REGISTRATION}" "Publisher" "${COMPANY}"
  WriteRegStr HKCU "${REGISTRATION}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
  WriteRegDWORD HKCU "${REGISTRATION}" "NoModify" 1
  WriteRegDWORD HKCU "${REGISTRATION}" "NoRepair" 1
SectionEnd

; What the person's data folder holds stays.
Section "Uninstall"
  Delete "$SMPROGRAMS\${MENU_NAME}.lnk"
  RMDir /r "$INSTDIR"
  DeleteRegKey HKCU "${REGISTRATION}"
SectionEnd
