# A table and three of its screens, installed and started as docs/operations.md says; then a screen that was broken into,
# the same without its sandbox, a stranger, and a table that hangs.
trap 'journalctl --no-pager --output=cat --unit="jakaja-*" >/exchange/journal' EXIT
python=/opt/python/bin/python3
program=/opt/jakaja/current/bin/jakaja
mkdir -p "${program%/*}" /usr/lib/xorg
cat >$program <<END
#!/bin/sh
export PYTHONPATH=/opt/source:/opt/packages PYTHONPYCACHEPREFIX=/opt/compiled
exec $python -m controller.app.cli "\$@"
END
printf '#!/bin/sh\nexec Xvfb "$1" -screen 0 1280x800x24 -nolisten tcp\n' >/usr/lib/xorg/Xorg
chmod 755 $program /usr/lib/xorg/Xorg

# What each of the programs would compile for itself is compiled once.
PYTHONPATH=/opt/source:/opt/packages PYTHONPYCACHEPREFIX=/opt/compiled $python -c 'import controller.app.table_command, seats.app'

# The test waits for no half a minute; everything else is as installed.
changed() {
    mkdir -p "/etc/systemd/system/$1.d"
    cat >"/etc/systemd/system/$1.d/test.conf"
}
changed jakaja-table.service <<END
[Service]
ExecStart=
ExecStart=$program table --folder /var/lib/jakaja --profile demo
WatchdogSec=3
RestartSec=0
END
changed jakaja-seat@4.service <<END
[Service]
Type=oneshot
Restart=no
ExecStart=
ExecStart=$python /exchange/thief.py /exchange/broken-into.json
BindPaths=/exchange
END

sh /opt/source/firmware/host/install
for seat in 1 2 5 6 7 8 9 10; do systemctl --quiet mask jakaja-seat@$seat; done

systemctl start jakaja-table
for name in seat-3 centre kiosk; do
    install -m 600 -o jakaja-$name -g jakaja-$name /var/lib/jakaja/keys/$name.key /var/lib/jakaja-screens/$name/keys/
done
table=$(systemctl show --property MainPID --value jakaja-table)
echo "$table" >/exchange/table
chmod 777 /exchange
systemctl start jakaja.target

# With the rights of a user alone, no unit around it: of a screen, of nobody, and of the table, who may.
setpriv --reuid jakaja-seat-4 --regid jakaja-seat-4 --groups jakaja-screens $python /exchange/thief.py /exchange/screen.json
setpriv --reuid nobody --regid nogroup --clear-groups $python /exchange/thief.py /exchange/nobody.json
setpriv --reuid jakaja-table --regid jakaja-table --clear-groups $python /exchange/thief.py /exchange/owner.json

awaited() {
    tries=0
    until "$@" 2>/dev/null; do
        tries=$((tries + 1))
        [ $tries -lt 100 ]
        sleep 0.5
    done
}
staff=/var/lib/jakaja-screens/staff
install -m 600 -o jakaja-desk -g jakaja-desk /var/lib/jakaja/keys/staff.key $staff/keys/
setpriv --reuid jakaja-desk --regid jakaja-desk --init-groups $program attend status --folder $staff >/exchange/desk

log() { setpriv --reuid jakaja-table --regid jakaja-table --clear-groups $program log /var/lib/jakaja; }
connected() { [ "$(log | grep -c 'Screen .* connected')" -ge $1 ]; }
awaited connected 3
grep -E '^(Seccomp|NoNewPrivs|CapBnd):' /proc/$table/status >/exchange/rights

kill -STOP "$table"
again() { [ "$(systemctl show --property NRestarts --value jakaja-table)" -ge 1 ] && systemctl is-active --quiet jakaja-table; }
awaited again
systemctl show --property ActiveState,Result,NRestarts jakaja-table >/exchange/after
awaited connected 6
systemctl stop jakaja.target 'jakaja-*.service'
log >/exchange/log

changed jakaja-table.service <<END
[Service]
Type=oneshot
Restart=no
ExecStart=
ExecStart=$python /exchange/thief.py /exchange/table-broken-into.json
BindPaths=/exchange
END
systemctl daemon-reload
systemctl start jakaja-table
systemctl list-units --state=active,failed --no-legend --plain 'jakaja*.service' >/exchange/left
