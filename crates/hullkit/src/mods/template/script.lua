-- Runs from the player when it sees it, and otherwise goes to the nearest food.
function process(me)
    local player = nearest("player", 6)
    if player and can_see(player) then
        local memory = creature.memory
        if time() > (memory.quiet_until or 0) then
            say("It growls")
            memory.quiet_until = time() + 3
        end
        flee(player)
        return
    end
    local bait = nearest("bait", 12)
    if bait then
        game.setTarget(me, bait.x, bait.y)
    end
end
