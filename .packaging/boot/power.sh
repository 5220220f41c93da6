# The machine is off in the middle of a pause and of overrides, while others move things and one override ends.

say "two overrides hold, and the machine goes off"
inside systemctl enable --now reconcile.timer
inside reconcile override kids on --for 1h --because 'grandmother is here'
inside reconcile override pihole active --for 30s
ends=$((SECONDS + 31))
inside systemctl start reconcile.service
kids_are on || fail "the override of the rules does not hold"
pihole_is active || fail "the override of the pause does not hold"
power_off

say "meanwhile somebody moves a rule, and an override ends"
by_hand rules/Downtime-iPad/toggle
has_ended() { [ "$SECONDS" -ge "$ends" ]; }
within 60 has_ended

say "it comes back, and all is right within one tick of the timer"
boot
is_right_again() { kids_are on && pihole_is paused; }
within 65 is_right_again || fail "it is not right: $(curl -ks "$unifi/simulator" | head -n 8) $(seen | tail)"
[ -z "$(inside systemctl --failed --no-legend --plain)" ] || fail "a unit failed: $(inside systemctl --failed --no-pager)"
inside reconcile override end 2
inside systemctl start reconcile.service
kids_are off || fail "the end of the override is not followed"
