@echo off
rem Makes Hullbreach open demos (.demo), saves (.save) and mods (.hull) by double-click, for this user only, and without
rem administrator rights. "file-types.cmd /remove" removes what it has registered.
set classes=HKCU\Software\Classes
if /i "%~1"=="/remove" goto remove
for %%t in (demo save hull) do (
    reg add "%classes%\.%%t" /ve /d "Hullbreach.%%t" /f >nul || goto failed
    reg add "%classes%\Hullbreach.%%t\DefaultIcon" /ve /d "\"%~dp0hullbreach.exe\",0" /f >nul || goto failed
    reg add "%classes%\Hullbreach.%%t\shell\open\command" /ve /d "\"%~dp0hullbreach.exe\" \"%%1\"" /f >nul || goto failed
)
echo Demos, saves and mods now open %~dp0hullbreach.exe
exit /b 0
:remove
for %%t in (demo save hull) do (
    reg delete "%classes%\.%%t" /ve /f >nul 2>nul
    reg delete "%classes%\Hullbreach.%%t" /f >nul 2>nul
)
echo The file types are removed
exit /b 0
:failed
echo The file types cannot be registered
exit /b 1
