# until-lines.sh LINES COMMAND…: ends a command that goes on for ever as soon as it has printed so many lines.
lines=$1
shift
: > until-lines.out
"$@" >> until-lines.out &
until [ "$(wc -l < until-lines.out)" -ge "$lines" ]; do sleep 0.05; done
kill $!
cat until-lines.out
